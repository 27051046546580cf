import { Anchor, Code } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

import { unreachable } from '../../exhaustive';
import classes from './Markdown.module.css';
import { blocksOf, spansOf, type Block, type Span } from './markdownText';

/** Text with headings, lists, tables, code and links. Everything becomes elements; nothing is ever taken as HTML. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      {blocksOf(text).map((block, at) => (
        <Fragment key={at}>{blockElement(block)}</Fragment>
      ))}
    </div>
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
      return <pre>{block.text}</pre>;
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

function spanElement(span: Span): ReactNode {
  switch (span.kind) {
    case 'strong':
      return <strong>{span.text}</strong>;
    case 'emphasis':
      return <em>{span.text}</em>;
    case 'code':
      return <Code>{span.text}</Code>;
    case 'link':
      return (
        <Anchor href={span.href} target="_blank" rel="noreferrer" inherit>
          {span.text}
        </Anchor>
      );
    case 'text':
      return span.text;
    default:
      return unreachable(span);
  }
}
