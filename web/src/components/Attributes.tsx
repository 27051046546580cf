import { ActionIcon, Anchor, Group, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { lineOf } from './signs';
import { counted } from '../number';
import classes from './Attributes.module.css';
import { CopyButton } from './CopyButton';
import { Icon, type IconName } from './Icon';
import { TelemetryText } from './TelemetryText';

/** A field of a row and what it says. */
export interface Attribute {
  /** What it is called in the list. */
  name: string;
  /** Its name in the Lucene-like language, and in SQL. */
  field: string;
  expression: string;
  value: string;
  /** The value with its unit; it is copied and filtered as it was sent. */
  shown?: string;
}

interface AttributesProps {
  label: string;
  attributes: Attribute[];
  /** Without them the list has no buttons but copying. */
  onInclude?: (attribute: Attribute) => void;
  onExclude?: (attribute: Attribute) => void;
  onColumn?: (attribute: Attribute) => void;
}

/** Names and values, each with its buttons; values are text, whatever they say. */
export function Attributes({ label, attributes, onInclude, onExclude, onColumn }: AttributesProps) {
  if (attributes.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3 className={classes.head}>{label}</h3>
      <ul className={classes.list}>
        {attributes.map((attribute) => (
          <li key={attribute.field} className={classes.line} data-below={standsBelow(attribute.value) || undefined}>
            <span className={classes.name} title={lineOf(attribute.field)}>
              <TelemetryText text={attribute.name} isOneLine />
            </span>
            <Value {...attribute} />
            <Group gap={0} wrap="nowrap" className={classes.buttons}>
              {onInclude && canAsk(attribute) && (
                <Act
                  icon="plus"
                  label={`Filter for this ${lineOf(attribute.name)}`}
                  onClick={() => onInclude(attribute)}
                />
              )}
              {onExclude && canAsk(attribute) && (
                <Act
                  icon="minus"
                  label={`Exclude this ${lineOf(attribute.name)}`}
                  onClick={() => onExclude(attribute)}
                />
              )}
              {onColumn && (
                <Act
                  icon="columns"
                  label={`Show ${lineOf(attribute.name)} as a column`}
                  onClick={() => onColumn(attribute)}
                />
              )}
              {attribute.value !== '' && <CopyButton value={attribute.value} what={lineOf(attribute.name)} />}
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A query may be 8,192 bytes long, and a sign four; something else stands in it as well. */
const askedSignsMax = 1_500;

/** A longer value has no place in a query. */
function canAsk({ value }: Attribute): boolean {
  return value.length <= askedSignsMax;
}

/** Longer values than this are cut until somebody wants to see all of them. */
const shownSigns = 300;

function hasLines(value: string): boolean {
  return value.includes('\n');
}

/** Such a value has the whole width, below its name. */
function standsBelow(value: string): boolean {
  return hasLines(value) || value.length > shownSigns;
}

/** Lines, such as those of a stack trace, scroll by themselves; a long text is cut at first. */
function Value({ name, value, shown }: Attribute) {
  const [isWhole, setWhole] = useState(false);
  const words = value === '' ? '(empty)' : shown;
  if (words !== undefined)
    return (
      <span className={classes.value} title={lineOf(value)}>
        <TelemetryText text={words} isOneLine />
      </span>
    );
  if (hasLines(value))
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre className={classes.lines} role="group" aria-label={lineOf(name)} tabIndex={0}>
        <TelemetryText text={value} />
      </pre>
    );
  const isCut = value.length > shownSigns;
  return (
    <span className={classes.value}>
      <TelemetryText text={isCut && !isWhole ? `${value.slice(0, shownSigns)}…` : value} />
      {isCut && (
        <Anchor component="button" type="button" className={classes.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${counted(value.length, 'character')}`}
        </Anchor>
      )}
    </span>
  );
}

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
