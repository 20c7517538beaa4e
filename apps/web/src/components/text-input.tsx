import { TextInput as KitInput, type TextInputProps } from '@mantine/core'

/** A text input with its label, outside a form of the form library. */
export const TextInput = (props: TextInputProps) => (
  <KitInput autoComplete="off" autoCapitalize="none" spellCheck={false} withAsterisk={false} {...props} />
)
