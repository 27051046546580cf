import { Group, List, Text, VisuallyHidden } from '@mantine/core';

import { Icon } from '../../components/Icon';
import { passwordRules } from './password';

interface PasswordRulesProps {
  id: string;
  password: string;
  email: string;
}

/** The rules of the password, each ticked as soon as it is met. */
export function PasswordRules({ id, password, email }: PasswordRulesProps) {
  return (
    <List id={id} listStyleType="none" size="xs" aria-label="Password rules">
      {passwordRules(password, email).map((rule) => (
        <List.Item key={rule.label} c={rule.isMet ? 'var(--cairn-good)' : 'dimmed'}>
          <Group gap={6} component="span">
            <Icon name={rule.isMet ? 'met' : 'open'} size={12} />
            <Text span size="xs">
              {rule.label}
            </Text>
            <VisuallyHidden component="span">{rule.isMet ? '(met)' : '(not met yet)'}</VisuallyHidden>
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
