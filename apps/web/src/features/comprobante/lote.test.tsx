import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type ComprobanteFila } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'
import { fileCounter } from './comprobante-lote.ts'

const idOf = (n: number) => `33333333-3333-4333-8333-33333333333${n}`
const fila = (n: number, changes: Partial<ComprobanteFila> = {}): ComprobanteFila => ({
  id: idOf(n),
  tipo: '01',
  tipo_documento: 1,
  numero: `001-001-00000000${n}`,
  clave: '2'.repeat(49),
  modo_emision: 2,
  origen: 'SISTEMA',
  autorizacion: '',
  fecha_emision: '2026-11-20',
  estado: 'AUTORIZADO',
  estado_generacion: 1,
  estado_tributario: 1,
  ambiente: 'SIMULADOR',
  receptor_identificacion: '1712345675',
  receptor_nombre: 'ANA PÉREZ',
  total: montoOf(1_000_000),
  vendedor: null,
  formas_pago: [],
  codigo_sri: null,
  correo_estado: 'BANDEJA',
  creado_en: '2026-11-20T19:32:00Z',
  autorizado_en: '2026-11-20T19:32:05Z',
  ...changes,
})
const SEARCH = 'GET /app/v1/comprobante/search'
const detalleOf = (n: number, correos: string[]) =>
  ok({
    ...fila(n),
    correos: [
      { destinatarios: correos.map((direccion) => ({ direccion, estado: 'BANDEJA', error: null, enviado_en: null, copia: false })) },
    ],
  })
const MAIL = 'POST /app/v1/comprobante/enviar_correo'
const ALL = [fila(1), fila(2), fila(3, { estado: 'RECIBIDA', estado_tributario: 3 }), fila(4, { origen: 'FISICA' }), fila(5), fila(6)]

const open = (replies: Parameters<typeof signedIn>[1] = {}) => {
  const calls = signedIn(
    { menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] },
    {
      'GET /app/v1/preferencia/comprobante': ok({ ocultas: [], densidad: 'NORMAL', opciones: { sin_desde: true } }),
      [`${SEARCH}?page=0&size=5`]: page(ALL.slice(0, 5), { totalElements: 6 }),
      [`${SEARCH}?page=0&size=50`]: page(ALL, { size: 50 }),
      ...replies,
    },
  )
  return { calls, ...renderApp('/comprobante') }
}

/** The summary text, and the state of the progress bar. */
const avanceOf = (dialog: HTMLElement) => {
  const bar = within(dialog).getByRole<HTMLProgressElement>('progressbar', { name: 'Avance' })
  return [within(dialog).getByRole('status').textContent, bar.value, bar.max]
}

it('the selection that is taken back leaves the focus at the first box of the list', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Quitar selección' }))
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Seleccionar todo' }))
})

it('all results are chosen over pages; each that is mailed again has its own result, and what failed is not counted as sent', async () => {
  const { user, calls } = open({
    [`GET /app/v1/comprobante/${idOf(1)}`]: detalleOf(1, ['ana@ejemplo.ec']),
    [`GET /app/v1/comprobante/${idOf(2)}`]: detalleOf(2, []),
    [`GET /app/v1/comprobante/${idOf(5)}`]: detalleOf(5, ['luis@ejemplo.ec']),
    [`GET /app/v1/comprobante/${idOf(6)}`]: detalleOf(6, ['eva@ejemplo.ec']),
    [`${MAIL}/${idOf(1)}`]: ok({ medio: 'BANDEJA' }),
    [`${MAIL}/${idOf(5)}`]: refusal(429, { msg: 'Límite', data: [{ message: 'Ya se envió tres veces hoy.' }] }),
    [`${MAIL}/${idOf(6)}`]: ok({ medio: 'SMTP' }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Seleccionar los 6 resultados' }))
  expect(await screen.findByText('6 seleccionados')).toBeDefined()
  const [first] = within(screen.getByRole('group', { name: 'Acciones con lo seleccionado' })).getAllByRole('button')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.click(screen.getByRole('button', { name: 'Reenviar correos' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reenviar correos' })
  await user.click(within(dialog).getByRole('button', { name: 'Enviar 4 correos' }))
  const results = await within(dialog).findByRole('list', { name: 'Resultado de cada uno' })
  await waitFor(
    () =>
      expect(
        within(results)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        '001-001-000000001En la bandeja de correos',
        '001-001-000000002No se conoce su correo: envíelo desde el comprobante.',
        '001-001-000000003El correo espera la autorización del SRI.',
        '001-001-000000004Se emitió fuera: sus archivos no están aquí.',
        '001-001-000000005Ya se envió tres veces hoy.',
        '001-001-000000006En camino a eva@ejemplo.ec',
      ]),
    { timeout: 5_000 },
  )
  expect(calls.filter(({ route }) => route.startsWith(MAIL)).map(({ body }) => body)).toEqual([
    { correos: ['ana@ejemplo.ec'] },
    { correos: ['luis@ejemplo.ec'] },
    { correos: ['eva@ejemplo.ec'] },
  ])
  expect(await within(dialog).findByRole('button', { name: 'Reintentar los que fallaron' })).toBeDefined()
  expect(avanceOf(dialog)).toEqual(['Comprobantes enviados: 2 de 6 · 4 no se pudieron enviar', 6, 6])
})

it('RIDE and XML of those chosen come as one ZIP; what was issued outside says that it has none', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  const { user, calls } = open({ 'POST /app/v1/comprobante/archivos': { body: 'PK\u0003\u0004 a PK\u0003\u0004 b' } })
  for (const n of [1, 4]) await user.click(await screen.findByRole('checkbox', { name: `Seleccionar ${fila(n).numero}` }))
  await user.click(screen.getByRole('button', { name: 'Descargar RIDE y XML' }))
  const dialog = await screen.findByRole('dialog', { name: 'Descargar RIDE y XML' })
  expect(await within(dialog).findByText(/El ZIP se guardó/)).toBeDefined()
  expect(within(dialog).getByText('Se emitió fuera: sus archivos no están aquí.')).toBeDefined()
  expect(avanceOf(dialog)).toEqual(['Comprobantes listos: 1 de 2 · 1 no se pudo descargar', 2, 2])
  expect(calls.find(({ route }) => route.endsWith('/archivos'))?.body).toEqual({ ids: [idOf(1)] })
})

it('files of a ZIP are counted as they begin, whole or torn between two pieces', () => {
  const count = fileCounter()
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect([
    count(bytes('PK\u0003\u0004..P')),
    count(bytes('PPK\u0003')),
    count(bytes('\u0004PK\u0003x')),
    count(bytes('PK\u0003\u0004')),
  ]).toEqual([1, 1, 2, 3])
})
