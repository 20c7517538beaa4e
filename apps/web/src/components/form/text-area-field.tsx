import { TextArea } from '../text-area.tsx'
import { shownOf, type TextFieldProps } from './text-field.tsx'
import { useTextField } from './use-field.ts'

/** A text of several lines. */
export const TextAreaField = ({ rows, ...props }: TextFieldProps & { rows?: number }) => (
  <TextArea {...shownOf(props)} {...(rows === undefined ? {} : { rows })} {...useTextField(props)} />
)
