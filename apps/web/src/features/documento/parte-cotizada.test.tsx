import { montoOf } from '@yupana/fiscal'
import { COLLECTIONS, type FacturaForm } from '@yupana/contract'
import { fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { expect, it, vi } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { ok } from '../../testing/fake-api.ts'
import { openEditor, setNow } from '../../testing/open-editor.tsx'
import { armar, valoresOf, type FacturaValores } from './factura-valores.ts'
import { ParteCotizada } from './parte-cotizada.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const linea = {
  descripcion: 'Resma',
  cantidad: 10_000_000,
  precio_unitario: montoOf(5_000_000),
  descuento: montoOf(10_000_000),
  iva: 6,
  detalles_adicionales: [],
}
const form: FacturaForm = {
  establecimiento: '001',
  punto: '001',
  cotizacion_id: '44444444-4444-4444-8444-444444444444',
  modo: 'NETO',
  propina: 0,
  info_adicional: [],
  rubros_terceros: [],
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: [] },
  lineas: [{ ...linea, ice: { codigo: '3031', unidades: 5_000_000 }, linea_cotizacion: 3 }],
  pagos: [{ forma_pago: '01', total: montoOf(46_000_000) }],
}

function Celdas() {
  const { register } = useFormContext<FacturaValores>()
  return (
    <>
      <ParteCotizada onGo={vi.fn()} />
      <input aria-label="Cantidad" {...register('lineas.0.cantidad')} />
      <input aria-label="Descuento" {...register('lineas.0.descuento')} />
    </>
  )
}
function open(from: FacturaForm) {
  const opened = renderHook(() => useForm({ defaultValues: valoresOf(from, '2026-11-18') })).result.current
  render(
    <FormProvider {...opened}>
      <Celdas />
    </FormProvider>,
  )
  const sell = (cantidad: string) => {
    type('Cantidad', cantidad)
    return opened.getValues('lineas.0.descuento')
  }
  return { opened, sell }
}
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })

it('O-74 a part of a quoted line takes its part of the discount and of the units, until another discount is typed', () => {
  const { opened, sell } = open(form)
  expect(['4', '3.333', '', '12', '4'].map(sell)).toEqual(['4.00', '3.33', '3.33', '10.00', '4.00'])
  expect(armar(opened.getValues(), 0).form.lineas).toMatchObject([
    { cantidad: 4_000_000, descuento: montoOf(4_000_000), ice: { unidades: 2_000_000 }, linea_cotizacion: 3 },
  ])
  // One more unit by scanner.
  opened.setValue('lineas.0.cantidad', '5')
  expect(opened.getValues('lineas.0.descuento')).toBe('5.00')
  type('Descuento', '1')
  expect(sell('2')).toBe('1')
})

it('a line that sells no quote keeps its discount', () => {
  const { cotizacion_id: _of, ...alone } = form
  const { opened, sell } = open(alone)
  expect(sell('4')).toBe('10.00')
  expect(armar(opened.getValues(), 0).form.lineas[0]?.linea_cotizacion).toBeUndefined()
})

it('O-74 a quantity that was typed before this part was loaded has its part of the discount', () => {
  const opened = renderHook(() => useForm({ defaultValues: valoresOf(form, '2026-11-18') })).result.current
  opened.setValue('lineas.0.cantidad', '4')
  render(
    <FormProvider {...opened}>
      <ParteCotizada onGo={vi.fn()} />
    </FormProvider>,
  )
  expect(opened.getValues('lineas.0.descuento')).toBe('4.00')
})

it('names the lines of a quote whose product is gone, there and once more before it is issued, until another line takes its place', async () => {
  const aviso = 'El producto «Resma» de la cotización ya no existe: elija otro, o déjela como línea libre, que no mueve existencias.'
  const lineas = [linea, { ...linea, descripcion: 'Cinta', linea_cotizacion: 1 }]
  const pagos = [{ forma_pago: '01', total: montoOf(92_000_000) }]
  const de = { ...form, lineas, pagos, avisos: [{ campo: 'lineas.0.producto_id', message: aviso }] }
  const session = buildSession({ menus: [{ to: '/documento', label: 'Nueva factura' }], collections: [...COLLECTIONS] })
  setNow()
  const replies = { [`GET /app/v1/documento/de_cotizacion/${ID}`]: ok(de) }
  const { user } = openEditor(`/documento/registro?de=${ID}`, { session, base: 'documento', replies })
  expect(await screen.findByRole('heading', { name: 'Revise una línea de la cotización antes de emitir' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: `Línea 1: ${aviso}` }))
  await waitFor(() => expect(screen.getByLabelText('Producto, línea 1')).toBe(document.activeElement))
  await user.click(within(screen.getByRole('complementary', { name: 'Totales de la factura' })).getByRole('button', { name: 'Emitir' }))
  const question = await screen.findByRole('dialog', { name: /Emitir la factura/ })
  expect(within(question).getByText(aviso)).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Volver' }))
  await user.click(screen.getByLabelText('Producto, línea 1'))
  await user.keyboard('{Control>}{Delete}{/Control}')
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Revise una línea/ })).toBeNull())
})
