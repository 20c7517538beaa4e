import { useFormState } from 'react-hook-form'

import { Upload, type UploadProps } from '../upload/upload.tsx'
import { useValueField, type FieldProps } from './use-field.ts'

type FileFieldProps = FieldProps & Pick<UploadProps, 'kind' | 'accept' | 'maxBytes'>

/** A file of a form; its upload progress shows while the form is sent. */
export function FileField({ name, required, ...shown }: FileFieldProps) {
  const { value, onChange, onBlur, ref, look } = useValueField<File | undefined>({ name, required })
  const { isSubmitting } = useFormState()
  return (
    <Upload
      {...shown}
      required={required}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      ref={ref}
      error={look.error}
      busy={isSubmitting}
    />
  )
}
