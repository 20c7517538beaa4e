import { PasswordInput, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'

import { useTextField, type FieldProps } from './use-field.ts'

export interface TextFieldProps extends FieldProps {
  autoComplete?: string
  autoFocus?: boolean
  placeholder?: string
  inputMode?: 'text' | 'numeric' | 'email' | 'tel'
  type?: 'text' | 'email' | 'tel'
}

const PLAIN = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** The props for display, without those of the form. */
export const shownOf = ({ name: _name, required: _required, description, ...shown }: TextFieldProps) => ({
  autoComplete: 'off',
  ...shown,
  // Dialogs choose the first focus themselves, by this mark.
  ...(shown.autoFocus ? { 'data-autofocus': true } : {}),
  ...(description === undefined
    ? {}
    : ({ description, inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps)),
})

export const TextField = (props: TextFieldProps) => <TextInput {...PLAIN} {...shownOf(props)} {...useTextField(props)} />

export function PasswordField(props: TextFieldProps) {
  const [visible, setVisible] = useState(false)
  const field = useTextField(props)
  return (
    <PasswordInput
      {...shownOf(props)}
      {...field}
      aria-invalid={field.error !== undefined || undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff size={18} /> : <IconEye size={18} />)}
      visibilityToggleButtonProps={{ 'aria-label': visible ? 'Ocultar contraseña' : 'Mostrar contraseña', tabIndex: 0 }}
    />
  )
}
