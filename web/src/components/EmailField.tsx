import { TextInput, type TextInputProps } from '@mantine/core';

interface EmailFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'label'> {
  value: string;
  onChange: (email: string) => void;
  /** It is one's own address, which the browser may know. */
  isOwn?: boolean;
  'data-autofocus'?: boolean;
}

/** Asks for an e-mail address. */
export function EmailField({ onChange, isOwn = false, ...field }: EmailFieldProps) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      maxLength={254}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isOwn && { autoComplete: 'username', required: true, withAsterisk: false })}
      {...field}
    />
  );
}
