import { resolve } from 'node:path';

import { parse } from 'yaml';

/** The part of a JSON schema that our OpenAPI documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | number)[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

/** The part of an operation that its caller has to know. */
export interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

interface Document {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Which document becomes which file, and what the interface of its paths is called. */
export const generated = [
  { document: '../../internal/stackapi/testdata/openapi.yaml', file: '../src/api/stack.gen.ts', paths: 'StackPaths' },
  { document: '../../internal/cloudapi/testdata/openapi.yaml', file: '../src/api/cloud.gen.ts', paths: 'CloudPaths' },
  { document: '../../internal/uiapi/testdata/openapi.yaml', file: '../src/api/ui.gen.ts', paths: 'UiPaths' },
  { document: '../../internal/promapi/testdata/openapi.yaml', file: '../src/api/prom.gen.ts', paths: 'PromPaths' },
].map(({ document, file, paths }) => ({
  document: resolve(import.meta.dirname, document),
  file: resolve(import.meta.dirname, file),
  paths,
}));

const json = 'application/json';

const plain: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
};

/** Writes the types of a whole document: its schemas, and what each of its paths takes and replies. */
export function typesOf(text: string, paths: string): string {
  const document = parse(text) as Document;
  const head = `// Generated from the OpenAPI document of "${document.info.title}" by make gen. Do not edit.\n`;
  const parts = Object.entries(document.components.schemas).map(([name, schema]) => declaration(name, schema));
  return [head, ...parts, declaration(paths, pathsSchema(document))].join('\n');
}

function declaration(name: string, schema: Schema): string {
  const isInterface = schema.properties !== undefined;
  return isInterface
    ? `export interface ${name} ${typeOf(schema, '')}\n`
    : `export type ${name} = ${typeOf(schema, '')};\n`;
}

/** All operations by path and method, as a schema. */
function pathsSchema({ paths }: Document): Schema {
  const byPath = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(
      ([name, one]) => [name.toUpperCase(), operationSchema(one)] as const,
    );
    return [path, whole(Object.fromEntries(operations))] as const;
  });
  return whole(Object.fromEntries(byPath));
}

/**
 * What an operation takes (`path`, `query`, `body`, and `etag` when it guards a
 * version) and replies, as a schema. One that replies no JSON has no `reply`.
 */
export function operationSchema({ parameters = [], requestBody, responses }: Operation): Schema {
  const path = parametersSchema(parameters.filter((one) => one.in === 'path'));
  const query = parametersSchema(parameters.filter((one) => one.in === 'query'));
  const isGuarded = parameters.some((one) => one.in === 'header' && one.name === 'If-Match');
  const body = requestBody?.content[json]?.schema;
  const reply = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content?.[json]?.schema;
  const properties: Record<string, Schema | undefined> = {
    path,
    query,
    body,
    etag: isGuarded ? { type: 'string' } : undefined,
    reply,
  };
  const known = Object.entries(properties).flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]]));
  const hasNeeds = (query?.required ?? []).length > 0;
  return {
    type: 'object',
    properties: Object.fromEntries(known),
    required: ['path', 'body', 'reply', ...(hasNeeds ? ['query'] : [])],
  };
}

function parametersSchema(parameters: Parameter[]): Schema | undefined {
  if (parameters.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.flatMap(({ name, required }) => (required === true ? [name] : [])),
  };
}

/** An object that has all of its properties. */
function whole(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Writes the type of one schema; indent is that of the line it stands on. */
export function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return union(either.map((one) => typeOf(one, indent)));
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  return union([schema.type ?? 'unknown'].flat().map((type) => ofType(type, schema, indent)));
}

function ofType(type: string, schema: Schema, indent: string): string {
  if (type === 'array') return `Array<${schema.items === undefined ? 'unknown' : typeOf(schema.items, indent)}>`;
  if (type === 'object' && schema.properties !== undefined) return object(schema, indent);
  if (type === 'object' && typeof schema.additionalProperties === 'object') {
    return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
  }
  return plain[type] ?? 'unknown';
}

function object(schema: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const mark = schema.required?.includes(name) === true ? '' : '?';
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const note =
      property.description === undefined ? [] : [`${inner}/** ${property.description.replaceAll('*/', '* /')} */`];
    return [...note, `${inner}${key}${mark}: ${typeOf(property, inner)};`];
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}
