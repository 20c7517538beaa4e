import { Textarea as KitTextarea, type TextareaProps } from '@mantine/core'

/** A text of several lines with its label. */
export const TextArea = (props: TextareaProps) => <KitTextarea autoComplete="off" withAsterisk={false} rows={3} {...props} />
