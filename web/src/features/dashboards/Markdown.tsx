import { Anchor, Code } from '@mantine/core';
import { createContext, Fragment, useContext, type ReactNode } from 'react';

import { unreachable } from '../../exhaustive';
import classes from './Markdown.module.css';
import { blocksOf, spansOf, type Block, type Span } from './markdownText';

/** Writes a part of a text; an address has its own way. */
type Write = (text: string, isAddress?: boolean) => string;

const WriteContext = createContext<Write>((text) => text);

interface MarkdownProps {
  text: string;
  /** Fills in what the text names, after it was read: a value is never taken as a heading or a link. */
  write?: Write;
}

/** Text with headings, lists, tables, code and links. Everything becomes elements; nothing is ever taken as HTML. */
export function Markdown({ text, write = (part) => part }: MarkdownProps) {
  return (
    <WriteContext value={write}>
      <div className={classes.text}>
        {blocksOf(text).map((block, at) => (
          <Fragment key={at}>{blockElement(block)}</Fragment>
        ))}
      </div>
    </WriteContext>
  );
}

function blockElement(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + 2)}` as 'h3';
      return <Heading data-level={block.level}>{spans(block.text)}</Heading>;
    }
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={at}>{spans(item)}</li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre>
          <Written text={block.text} />
        </pre>
      );
    case 'quote':
      return <blockquote>{spans(block.text)}</blockquote>;
    case 'rule':
      return <hr />;
    case 'table':
      return <TableBlock rows={block.rows} />;
    case 'paragraph':
      return <p>{spans(block.text)}</p>;
    default:
      return unreachable(block);
  }
}

function TableBlock({ rows }: { rows: string[][] }) {
  const [head = [], ...body] = rows;
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at}>{spans(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row, at) => (
          <tr key={at}>
            {row.map((cell, place) => (
              <td key={place}>{spans(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function spans(text: string): ReactNode {
  return spansOf(text).map((span, at) => <Fragment key={at}>{spanElement(span)}</Fragment>);
}

function Written({ text }: { text: string }) {
  return useContext(WriteContext)(text);
}

function LinkSpan({ text, href }: { text: string; href: string }) {
  const write = useContext(WriteContext);
  return (
    <Anchor href={write(href, true)} target="_blank" rel="noreferrer" inherit>
      {write(text)}
    </Anchor>
  );
}

function spanElement(span: Span): ReactNode {
  const text = <Written text={span.text} />;
  switch (span.kind) {
    case 'strong':
      return <strong>{text}</strong>;
    case 'emphasis':
      return <em>{text}</em>;
    case 'code':
      return <Code>{text}</Code>;
    case 'link':
      return <LinkSpan text={span.text} href={span.href} />;
    case 'text':
      return text;
    default:
      return unreachable(span);
  }
}
