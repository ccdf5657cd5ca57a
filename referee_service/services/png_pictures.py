"""PNG pictures for services: a pool of processes whose errors are service errors."""

from __future__ import annotations

from referee_service.pictures.pool import PngPool, PoolBusy, RendererDied
from referee_service.services.errors import ServiceError


def render_in_pool(pool: PngPool, svg: str, width: int) -> bytes:
    """Return an SVG document as a PNG. Raises ServiceError `pictures-busy` or `pictures-unavailable`."""
    try:
        return pool.render(svg, width)
    except PoolBusy as error:
        raise ServiceError("pictures-busy.png") from error
    except RendererDied as error:
        raise ServiceError("pictures-unavailable.png") from error
