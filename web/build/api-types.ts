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

interface Document {
  info: { title: string };
  components: { schemas: Record<string, Schema> };
}

/** Which document becomes which file. */
export const generated = [
  { document: '../../internal/stackapi/testdata/openapi.yaml', file: '../src/api/stack.gen.ts' },
  { document: '../../internal/cloudapi/testdata/openapi.yaml', file: '../src/api/cloud.gen.ts' },
].map(({ document, file }) => ({
  document: resolve(import.meta.dirname, document),
  file: resolve(import.meta.dirname, file),
}));

const plain: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
};

/** Writes the types of a whole document. */
export function typesOf(text: string): string {
  const document = parse(text) as Document;
  const head = `// Generated from the OpenAPI document of "${document.info.title}" by npm run types. Do not edit.\n`;
  const parts = Object.entries(document.components.schemas).map(([name, schema]) => declaration(name, schema));
  return [head, ...parts].join('\n');
}

function declaration(name: string, schema: Schema): string {
  const isInterface = schema.properties !== undefined;
  return isInterface
    ? `export interface ${name} ${typeOf(schema, '')}\n`
    : `export type ${name} = ${typeOf(schema, '')};\n`;
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
