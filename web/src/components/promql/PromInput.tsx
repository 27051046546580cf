import { Button, Group, Input, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { describe } from '../../api/error';
import type { PromFieldProps } from './PromField';
import { commentsAround } from './comments';
import { mistakeIn, mistakeWords } from './position';
import { bareTexts } from './template';

const PromField = lazy(async () => ({ default: (await import('./PromField')).PromField }));

interface PromInputProps extends Omit<PromFieldProps, 'mistake' | 'isInvalid' | 'onFormat'> {
  /** What the server says is wrong with it. */
  error?: string | null;
}

const lossyWords =
  'Formatting would drop the comments within the expression. Put them before or after it, then format it.';

/** An expression in PromQL as a part of a form; the editor is loaded when it is first needed. */
export function PromInput({ error = null, ...field }: PromInputProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { head, code, tail, isWithin } = commentsAround(field.value);
  const format = async () => {
    if (isWithin) return setRefusal(lossyWords);
    try {
      field.onChange(head + (await formatted(code, field.reads.format)) + tail);
      return setRefusal(null);
    } catch (failure) {
      return setRefusal(describe(failure));
    }
  };
  return (
    <Input.Wrapper
      labelElement="div"
      error={error === null ? null : mistakeWords(error, field.value)}
      label={
        <Group component="span" justify="space-between" gap="xs">
          {field.label}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Format ${field.label.toLowerCase()}`}
            title={isWithin ? lossyWords : 'Format (Shift+Alt+F)'}
            disabled={code === ''}
            // It keeps the focus and can be pressed, so that everybody gets to the reason.
            {...(isWithin && { 'data-disabled': true, 'aria-disabled': true })}
            onClick={() => void format()}
          >
            Format
          </Button>
        </Group>
      }
      styles={{ label: { display: 'block' } }}
    >
      <Suspense fallback={<Skeleton h={30} />}>
        <PromField
          {...field}
          onChange={(text) => {
            setRefusal(null);
            field.onChange(text);
          }}
          onFormat={() => void format()}
          mistake={error === null ? null : mistakeIn(error)}
          isInvalid={error !== null}
        />
      </Suspense>
      {refusal !== null && error === null && (
        <Text size="xs" c="var(--cairn-bad)" role="status">
          {refusal}
        </Text>
      )}
    </Input.Wrapper>
  );
}

/** The expression as the server writes it. Its variables may stand for names or for numbers. */
async function formatted(text: string, format: (expression: string) => Promise<string>): Promise<string> {
  let refused: unknown = new Error('The expression has too many variables to format.');
  for (const bare of bareTexts(text)) {
    try {
      // The second way is only tried when the first is refused.
      // oxlint-disable-next-line no-await-in-loop
      return bare.restore(await format(bare.text));
    } catch (failure) {
      refused = failure;
    }
  }
  throw refused;
}
