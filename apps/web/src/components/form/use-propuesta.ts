import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'

/**
 * Writes a proposal into a text field while it is empty or holds an earlier proposal, and removes it with the proposal; typed text stays.
 * Returns whether the field holds the proposal.
 */
export function usePropuesta(name: string, propuesta: string | undefined): boolean {
  const { getValues, setValue } = useFormContext<FieldValues>()
  const present: unknown = useWatch<FieldValues>({ name })
  const written = useRef('')
  const write = useEffectEvent(() => {
    const [before, next] = [String(getValues(name)), propuesta ?? '']
    if (before === next || ![written.current, ''].includes(before)) return
    written.current = next
    setValue(name, next, { shouldDirty: true, shouldValidate: next !== '' })
  })
  useEffect(() => write(), [propuesta])
  return propuesta !== undefined && present === propuesta
}
