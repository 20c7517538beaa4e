import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { ok } from '../../testing/fake-api.ts'
import { openEditor, setNow } from '../../testing/open-editor.tsx'
import { emptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { emptyFactura } from './factura-valores.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const CAFE = '44444444-4444-4444-8444-444444444444'
const valores = {
  ...emptyFactura('2026-11-20', '001-001'),
  comprador: { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA PÉREZ' },
  lineas: [
    { ...emptyLinea() },
    { ...emptyLinea(), producto_id: CAFE, codigo: 'C1', descripcion: 'Café', cantidad: '1', precio: '10', iva: 6 },
  ],
}
const INACTIVO = 'El producto «Café» está inactivo: ya no se vende. Véndalo así solo si todavía lo tiene.'
const UNIDA = 'La ficha ANA PÉREZ (1712345675) está unida a ANA PÉREZ (1712345675001): elija de nuevo el cliente.'
const CALCULAR = 'POST /app/v1/documento/calcular'

function openDraft() {
  setNow()
  const contenido = { formato: 1, clave: 'clave-1', resumen: { cliente: '', total: '' }, valores }
  const draft = { id: ID, version: 3, sin_nombre: false, contenido, editado_en: '2026-11-20T19:32:00Z', autor: null, modificable: true }
  const avisos = [
    { campo: 'lineas.0.producto_id', message: INACTIVO },
    { campo: 'lineas.0.cantidad', message: 'Hay 0 de Café' },
    { campo: 'comprador.identificacion', message: UNIDA },
  ]
  const session = buildSession({ menus: [{ to: '/documento', label: 'Nueva factura' }], collections: [...COLLECTIONS] })
  const replies = { [`GET /app/v1/documento/borrador/${ID}`]: ok(draft), [CALCULAR]: ok({ problemas: [], avisos }) }
  return openEditor(`/documento/${ID}`, { session, base: 'documento', replies })
}

it('a draft that is opened tells which product is no longer sold and whose record was merged, until another takes its place', async () => {
  const { user, calls } = openDraft()
  expect(await screen.findByRole('heading', { name: 'Revise antes de emitir' })).toBeDefined()
  expect(screen.queryByText(/Hay 0 de Café/)).toBeNull()
  // The empty line before it is not sent.
  const sent = calls.find(({ route }) => route === CALCULAR)?.body as { lineas: unknown[]; pagos: { total: number }[] }
  expect([sent.lineas.length, sent.pagos]).toEqual([1, [expect.objectContaining({ total: 11_500_000 })]])
  await user.click(screen.getByRole('button', { name: `Línea 2: ${INACTIVO}` }))
  await waitFor(() => expect(screen.getByLabelText('Producto, línea 2')).toBe(document.activeElement))
  await user.keyboard('{Control>}{Delete}{/Control}')
  await waitFor(() => expect(screen.queryByRole('button', { name: /inactivo/ })).toBeNull())
  expect(screen.getByRole('button', { name: UNIDA })).toBeDefined()
})
