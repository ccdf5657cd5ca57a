// Which elements and attributes a picture may have. tests/browser reads whole hostile pictures.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAllowedAttribute, isAllowedElement } from "../../web/svg.js";

test("elements that run, embed or style are not allowed", () => {
  const refused = "script style foreignObject image a animate set animateTransform iframe video feImage filter switch";
  for (const name of refused.split(" ")) assert.equal(isAllowedElement(name), false, name);
  for (const name of "svg g path rect use text title desc".split(" ")) assert.equal(isAllowedElement(name), true, name);
});

test("handlers, styles and links to other documents are not allowed", () => {
  const refused = [
    ["onload", "x()"], ["onclick", "x()"], ["style", "fill: red"], ["xlink:href", "#a"], ["src", "x"],
    ["href", "javascript:x()"], ["href", "https://x.example/a.svg#b"], ["href", " #a"], ["href", ""],
    ["fill", "url(https://x.example/#a)"], ["fill", "url( 'https://x.example' )"], ["fill", "URL(//x)"],
    ["fill", "u\\72l(https://x.example)"], ["mask", "image-set('x.png' 1x)"], ["mask", "url(#a), url(x)"],
    ["clip-path", "url(data:image/svg+xml,x)"], ["fill", "url(#a"],
  ];
  for (const [name, value] of refused) assert.equal(isAllowedAttribute(name, value), false, `${name}=${value}`);
});

test("shapes, paints and names of places are allowed", () => {
  const allowed = [
    ["href", "#p1-star"], ["fill", "url(#p1-wood)"], ["fill", "#FFFFFF"], ["transform", "translate(1 2) scale(0.9)"],
    ["d", "M1 2 L3,4Z"], ["data-place", "depot.1"], ["aria-label", "Ann (first)"], ["points", "1,2 3,4"],
  ];
  for (const [name, value] of allowed) assert.equal(isAllowedAttribute(name, value), true, `${name}=${value}`);
});
