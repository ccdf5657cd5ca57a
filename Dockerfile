# Two stages: the first installs into /opt/referee, the second has only Python and that folder. Nothing is compiled.
#   docker build -t referee .
#   docker run --rm -p 8080:8080 referee

FROM python:3.11-slim AS build
WORKDIR /src
COPY deploy/install.sh deploy/requirements.lock deploy/
COPY pyproject.toml LICENSE ./
COPY referee_service referee_service
COPY web web
RUN deploy/install.sh /opt/referee

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin referee
COPY --from=build /opt/referee /opt/referee
# As a number: `runAsNonRoot` of Kubernetes cannot check a name.
USER 10001
WORKDIR /tmp
ENV PATH=/opt/referee/bin:$PATH PYTHONUNBUFFERED=1 REFEREE_HOST=0.0.0.0 REFEREE_PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['REFEREE_PORT'] + '/healthz', timeout=2)"]
# SIGTERM stops the server after open requests have finished.
CMD ["referee", "serve"]
