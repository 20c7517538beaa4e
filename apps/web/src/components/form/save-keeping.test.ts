import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'

import { saveKeeping } from './save-keeping.ts'

const initial = { nombre: 'ANDINA', copia: ['a@b.ec'], textos: { factura: { asunto: '' }, nota: { asunto: '' } } }

it('takes what the server made of a form, and keeps what was typed while it was saving', async () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: initial })
    return { form, isDirty: form.formState.isDirty }
  })
  const { form } = result.current
  act(() => form.setValue('nombre', ' Andina ', { shouldDirty: true }))
  let answer: (saved: typeof initial) => void = () => undefined
  const saving = saveKeeping(form, new Promise<typeof initial>((resolve) => (answer = resolve)))
  act(() => {
    form.setValue('textos.nota.asunto', 'Su nota', { shouldDirty: true })
    form.setValue('copia', ['a@b.ec', 'c@d.ec'], { shouldDirty: true })
  })
  await act(async () => {
    answer({ ...initial, nombre: 'Andina', textos: { factura: { asunto: 'Su factura' }, nota: { asunto: '' } } })
    await saving
  })
  expect(form.getValues()).toEqual({
    nombre: 'Andina',
    copia: ['a@b.ec', 'c@d.ec'],
    textos: { factura: { asunto: 'Su factura' }, nota: { asunto: 'Su nota' } },
  })
  expect(result.current.isDirty).toBe(true)
})

it('leaves a form that nobody touched as it was saved', async () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: initial })
    return { form, isDirty: form.formState.isDirty }
  })
  const { form } = result.current
  act(() => form.setValue('nombre', 'OTRA', { shouldDirty: true }))
  await act(() => saveKeeping(form, Promise.resolve({ ...initial, nombre: 'OTRA' })))
  expect([form.getValues('nombre'), result.current.isDirty]).toEqual(['OTRA', false])
})
