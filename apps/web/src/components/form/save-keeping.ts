import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** The values by path; a list is one value. */
const leavesOf = (value: unknown, path = ''): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, path ? `${path}.${name}` : name))
    : [[path, value]]

/** Fills a form that stays open with the saved values. Text typed since the sending stays, as unsaved. */
export async function saveKeeping<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  saving: Promise<Input>,
): Promise<void> {
  const sent = new Map(leavesOf(form.getValues()).map(([path, value]) => [path, JSON.stringify(value)]))
  const saved = await saving
  const typed = leavesOf(form.getValues()).filter(([path, value]) => JSON.stringify(value) !== sent.get(path))
  form.reset(saved)
  for (const [path, value] of typed) form.setValue(path as Path<Input>, value as PathValue<Input, Path<Input>>, { shouldDirty: true })
}
