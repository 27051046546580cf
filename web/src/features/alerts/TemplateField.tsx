import { ActionIcon, Menu, ScrollArea, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';

import type { AlertVariable } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import classes from './alerts.module.css';
import { unknownWords, withVariable } from './template';

interface TemplateFieldProps {
  label: string;
  description: string;
  value: string;
  maxLength: number;
  variables: AlertVariable[];
  /** What the server found wrong with it. */
  mistake: string | null;
  minRows?: number;
  onChange: (value: string) => void;
}

/** A text with variables, which a menu puts where the caret is. */
export function TemplateField({ variables, mistake, value, onChange, minRows = 1, ...props }: TemplateFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const known = variables.map(({ name }) => name);
  const insert = (name: string) => {
    const area = field.current;
    const next = withVariable(value, area?.selectionStart ?? value.length, area?.selectionEnd ?? value.length, name);
    onChange(next.text);
    // The caret moves once the field has its new text and the menu has given the focus back.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return (
    <Textarea
      {...props}
      ref={field}
      value={value}
      autosize
      minRows={minRows}
      error={unknownWords(value, known) ?? mistake}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={<VariableMenu of={props.label} variables={variables} onChoose={insert} />}
      rightSectionProps={{ className: classes.menuSection ?? '' }}
    />
  );
}

interface VariableMenuProps {
  of: string;
  variables: AlertVariable[];
  onChoose: (name: string) => void;
}

function VariableMenu({ of, variables, onChoose }: VariableMenuProps) {
  return (
    <Menu position="bottom-end" width={360} returnFocus={false} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          size="sm"
          title="Insert variable"
          aria-label={`Insert variable into ${of.toLowerCase()}`}
        >
          <Icon name="plus" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {variables.length === 0 ? (
          <Text size="sm" c="dimmed" p="xs">
            Choose what to watch and a threshold to see the variables.
          </Text>
        ) : (
          <ScrollArea.Autosize mah={320} type="auto">
            {variables.map((variable) => (
              <Menu.Item key={variable.name} onClick={() => onChoose(variable.name)}>
                <Text size="sm" ff="monospace">
                  {variable.name}
                </Text>
                <Text size="xs" c="dimmed" lineClamp={1}>
                  {variable.description}
                  {variable.value === '' ? '' : `, now ${variable.value}`}
                </Text>
              </Menu.Item>
            ))}
          </ScrollArea.Autosize>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
