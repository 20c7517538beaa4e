import { TextInput as KitInput, type TextInputProps } from '@mantine/core'

/** A text with its label, outside a form of the kit. */
export const TextInput = (props: TextInputProps) => (
  <KitInput autoComplete="off" autoCapitalize="none" spellCheck={false} withAsterisk={false} {...props} />
)
