// openapi.json as the API page needs it: operations, fields of schemas, and requests as programs would send them.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Operation {
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses?: Record<string, { description?: string; content?: Record<string, Content> }>;
  security?: unknown[];
}

export interface OpenApi {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Listed {
  id: string; // "POST /analyze"
  method: string;
  path: string;
  operation: Operation;
}

export const operationsOf = (document: OpenApi): Listed[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upper = method.toUpperCase();
      return { id: `${upper} ${path}`, method: upper, path, operation };
    }),
  );

// A schema without references: the name of the one that it refers to, and what that is.
export function resolved(document: OpenApi, schema: Schema): { name?: string; schema: Schema } {
  const name = schema.$ref?.split("/").at(-1);
  const found = name === undefined ? undefined : document.components?.schemas?.[name];
  return found ? { name: name!, schema: found } : { schema };
}

export interface Field {
  path: string; // "lines[].pv[]"
  type: string;
  required: boolean;
  description: string;
  limits: string; // "1 to 500", "one of w, b", "default 1"
}

const kDeepest = 6;

function typeText(document: OpenApi, given: Schema): string {
  const { schema } = resolved(document, given);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return [...new Set(alternatives.map((each) => typeText(document, each)))].join(" or ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? "object" : "any")];
  return types
    .map((type) => (type === "array" && schema.items ? `array of ${typeText(document, schema.items)}` : type))
    .join(" or ");
}

function limitsText(schema: Schema): string {
  const parts: string[] = [];
  const { minimum, maximum, minItems, maxItems } = schema;
  if (minimum !== undefined && maximum !== undefined) parts.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) parts.push(`at least ${minimum}`);
  else if (maximum !== undefined) parts.push(`at most ${maximum}`);
  if (minItems !== undefined || maxItems !== undefined)
    parts.push(`${minItems ?? 0} to ${maxItems ?? "any number"} items`);
  if (schema.enum) parts.push(`one of ${schema.enum.map((each) => JSON.stringify(each)).join(", ")}`);
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`);
  return parts.join("; ");
}

// All fields of a schema, those of objects and lists inside of it after it.
export function fieldsOf(document: OpenApi, given: Schema, path = "", depth = 0): Field[] {
  const { schema } = resolved(document, given);
  if (depth > kDeepest) return [];
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) {
    const seen = new Set<string>();
    return alternatives
      .flatMap((each) => fieldsOf(document, each, path, depth + 1))
      .filter((field) => !seen.has(field.path) && seen.add(field.path));
  }
  if (schema.items) return fieldsOf(document, schema.items, `${path}[]`, depth + 1);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): Field[] => {
    const own = `${path}${path ? "." : ""}${name}`;
    const { schema: found } = resolved(document, property);
    return [
      {
        path: own,
        type: typeText(document, property),
        required: schema.required?.includes(name) ?? false,
        description: property.description ?? found.description ?? "",
        limits: limitsText(found),
      },
      ...fieldsOf(document, property, own, depth + 1),
    ];
  });
}

// Texts to begin with: the examples of the document, as they are sent.
export function examplesOf(operation: Operation): { name: string; type: string; body: string }[] {
  return Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, content]) => {
    const given = Object.entries(content.examples ?? {}).map(([name, { value }]) => ({ name, value }));
    if (content.example !== undefined) given.push({ name: type, value: content.example });
    return given.map(({ name, value }) => ({
      name,
      type,
      body: typeof value === "string" ? value : JSON.stringify(value, null, 2),
    }));
  });
}

export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

// The path with its parameters filled in, and the query.
export function addressOf(path: string, parameters: Parameter[], values: Record<string, string>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = parameters
    .filter((each) => each.in === "query" && values[each.name])
    .map((each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(values[each.name]!)}`);
  return query.length ? `${filled}?${query.join("&")}` : filled;
}

export type Tongue = "curl" | "python" | "javascript";

const shellWord = (word: string): string => `'${word.replace(/'/g, "'\\''")}'`;
const isJson = (asked: Asked): boolean => /json$/.test(asked.headers["Content-Type"] ?? "") && parses(asked.body ?? "");
const isStream = (asked: Asked): boolean => asked.headers.Accept === "text/event-stream";

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function curl({ method, url, headers, body }: Asked): string {
  const words = ["curl"];
  if (headers.Accept === "text/event-stream") words.push("-N");
  if (method !== "GET" && !(method === "POST" && body !== undefined)) words.push("-X", method);
  for (const [name, value] of Object.entries(headers)) words.push("-H", shellWord(`${name}: ${value}`));
  if (body !== undefined) words.push("--data-binary", shellWord(body));
  return [...words, shellWord(url)].join(" ");
}

// JSON as Python writes it.
function pythonOf(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value as object)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonOf(each)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

// With the standard library only.
function python(asked: Asked): string {
  const { method, url, headers, body } = asked;
  const lines = ["import json", "import urllib.request", ""];
  if (body !== undefined)
    lines.push(
      isJson(asked)
        ? `body = json.dumps(${pythonOf(JSON.parse(body))}).encode()`
        : `body = ${JSON.stringify(body)}.encode()`,
    );
  lines.push(
    `request = urllib.request.Request(${JSON.stringify(url)}, ${body === undefined ? "" : "data=body, "}` +
      `method=${JSON.stringify(method)}, headers=${pythonOf(headers)})`,
    "with urllib.request.urlopen(request) as response:",
    ...(isStream(asked)
      ? ["    for line in response:", "        print(line.decode().rstrip())"]
      : [
          "    text = response.read().decode()",
          '    print(json.loads(text) if "json" in response.headers["Content-Type"] else text)',
        ]),
  );
  return lines.join("\n");
}

function javascript(asked: Asked): string {
  const { method, url, headers, body } = asked;
  const options = [
    `  method: ${JSON.stringify(method)},`,
    ...(Object.keys(headers).length ? [`  headers: ${JSON.stringify(headers)},`] : []),
    ...(body === undefined
      ? []
      : [
          isJson(asked)
            ? `  body: JSON.stringify(${JSON.stringify(JSON.parse(body))}),`
            : `  body: ${JSON.stringify(body)},`,
        ]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...options,
    "});",
    ...(isStream(asked)
      ? [
          "const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();",
          "for (let part = await reader.read(); !part.done; part = await reader.read()) console.log(part.value);",
        ]
      : [
          'const isJson = response.headers.get("Content-Type")?.includes("json");',
          "console.log(response.status, isJson ? await response.json() : await response.text());",
        ]),
  ].join("\n");
}

export const snippet = (tongue: Tongue, asked: Asked): string => ({ curl, python, javascript })[tongue](asked);
