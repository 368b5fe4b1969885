// Writes src/types.ts and src/operations.ts from the OpenAPI document.
//
//     node generate.mjs [--check]
//
// Decimals are texts in both, because a `number` would not be exact. With --check nothing is written, and it ends with 1
// when a file is behind.

import { readFileSync, writeFileSync } from "node:fs";
import openapiTypeScript, { astToString } from "openapi-typescript";

const METHODS = ["get", "post", "put", "patch", "delete"];
const place = (path) => new URL(path, import.meta.url);
const document = JSON.parse(readFileSync(place("../../docs/openapi.json"), "utf8"));
const schemas = document.components.schemas;

/** Whether a schema is a decimal, or a list of them. */
function isDecimal(schema) {
  if (schema?.$ref === "#/components/schemas/DecimalNumber") return true;
  const parts = [...(schema?.oneOf ?? []), ...(schema?.anyOf ?? []), ...(schema?.allOf ?? [])];
  return parts.some(isDecimal) || (schema?.type === "array" && isDecimal(schema.items));
}

/** The names under which an answer has decimals, and those under which it has other numbers. */
function names(schema, found = { decimals: new Set(), others: new Set() }, seen = new Set()) {
  if (Array.isArray(schema)) schema.forEach((part) => names(part, found, seen));
  if (schema === null || typeof schema !== "object") return found;
  if (typeof schema.$ref === "string" && !seen.has(schema.$ref)) {
    seen.add(schema.$ref);
    names(schemas[schema.$ref.split("/").pop()], found, seen);
  }
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    if (isDecimal(value)) found.decimals.add(name);
    else if ([value.type].flat().some((type) => type === "integer" || type === "number")) found.others.add(name);
  }
  Object.values(schema).forEach((part) => names(part, found, seen));
  return found;
}

function operations() {
  const rows = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((method) => item[method])) {
      const operation = item[method];
      const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
      const { decimals, others } = names(answers.map(([, answer]) => answer));
      const both = [...decimals].filter((name) => others.has(name));
      if (both.length > 0) throw new Error(`${operation.operationId}: ${both} are decimals and other numbers`);
      const list = JSON.stringify([...decimals].sort());
      rows.push(`  ${operation.operationId}: ["${method.toUpperCase()}", "${path}", ${list}],\n`);
    }
  }
  return `// Every operation by its id: method, path, and which numbers of its answers are decimals.\n// Written by generate.mjs from docs/openapi.json.\n\nexport const OPERATIONS = {\n${rows.sort().join("")}} as const;\n`;
}

async function types() {
  const exact = structuredClone(document);
  exact.components.schemas.DecimalNumber = { type: "string", description: "Exact decimal." };
  return `// Written by generate.mjs from docs/openapi.json.\n\n${astToString(await openapiTypeScript(exact))}`;
}

for (const [path, text] of [["src/operations.ts", operations()], ["src/types.ts", await types()]]) {
  if (!process.argv.includes("--check")) writeFileSync(place(path), text);
  else if (readFileSync(place(path), "utf8") !== text) {
    console.error(`${path} is behind: run npm run generate`);
    process.exitCode = 1;
  }
}
