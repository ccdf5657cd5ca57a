// Starts the viewer with the documents that the page lists. Nothing is loaded from other hosts.
const reference = document.getElementById("reference");

globalThis.SwaggerUIBundle({
  domNode: reference,
  urls: JSON.parse(reference.dataset.documents),
  presets: [globalThis.SwaggerUIBundle.presets.apis, globalThis.SwaggerUIStandalonePreset],
  layout: "StandaloneLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
});
