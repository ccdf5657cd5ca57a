// A field of a state that the service leaves out if it has its default.

import type { components } from "../openapi.d.ts";

declare const site: components["schemas"]["EmpiresNorthSite"];
console.log(site.goods.length); // error: TS18048
