import { setWindowWidth } from '../../testing/browser-stubs.ts'

import { COLLECTIONS, COMPROBANTE_CALLS, type ComprobanteDetalle, type ComprobanteFila } from '@yupana/contract'
import { defaultStart, montoOf } from '@yupana/fiscal'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { fechaText, today } from '../../lib/formato/format.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildComprobante, buildComprobanteFila } from '../../testing/build-comprobante.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const NUMERO = '001-001-000000123'
const fila = (changes: Partial<ComprobanteFila> = {}) =>
  buildComprobanteFila({ numero: NUMERO, total: montoOf(1_234_560_000), vendedor: 'María Lema', correo_estado: 'BANDEJA', ...changes })
const evento = (a: string, changes: Partial<ComprobanteDetalle['eventos'][number]> = {}) => ({
  en: '2026-11-20T19:32:00Z',
  de: null,
  a,
  quien: null,
  causa: a,
  mensajes: null,
  ...changes,
})
const detalle = (changes: Partial<ComprobanteDetalle> = {}) =>
  buildComprobante({
    ...fila(),
    totales: [
      { nombre: 'SUBTOTAL 15%', valor: '$10.00' },
      { nombre: 'ICE', valor: '$0.40' },
      { nombre: 'VALOR TOTAL', valor: '$1,234.56', destacado: true },
    ],
    puede_anular: { ...buildComprobante().puede_anular, ofrecida: true },
    eventos: [evento('EMITIDO', { quien: 'María Lema', causa: 'Emisión' }), evento('FIRMADO'), evento('RECIBIDA'), evento('AUTORIZADO')],
    correos: [
      {
        id: 'c1',
        asunto: 'Factura',
        medio: 'BANDEJA',
        motivo: 'AUTORIZACION',
        creado_en: '2026-11-20T19:32:06Z',
        destinatarios: [{ direccion: 'ana@ejemplo.ec', estado: 'BANDEJA', error: null, enviado_en: null, copia: false }],
      },
    ],
    ...changes,
  })
const MENSAJE = {
  identificador: '35',
  mensaje: 'ARCHIVO NO CUMPLE ESTRUCTURA XML',
  informacionAdicional: 'El valor «x» no es válido',
  tipo: 'ERROR',
  causa: 'Falta un dato.',
  remedio: 'Complete el dato.',
  campo: 'infoFactura.fechaEmision',
}
const rechazado = (changes: Partial<ComprobanteDetalle> = {}) =>
  detalle({
    estado: 'RECHAZADO',
    estado_tributario: 4,
    accion: 'CORREGIR',
    codigo_sri: '35',
    correo_estado: 'NINGUNO',
    correos: [],
    mensajes: [MENSAJE],
    eventos: [
      evento('EMITIDO'),
      evento('FIRMADO'),
      evento('ENVIANDO'),
      evento('RECHAZADO', { causa: 'Recepción: código 35', mensajes: [MENSAJE] }),
    ],
    ...changes,
  })

const SEARCH = 'GET /app/v1/comprobante/search'
const FIRST = `${SEARCH}?page=0&size=5`
const COUNTS = 'GET /app/v1/comprobante/contar'
const PREFERENCIA = 'GET /app/v1/preferencia/comprobante'
const SIN_DESDE = ok({ ocultas: [], densidad: 'NORMAL', opciones: { sin_desde: true } })
const FICHA = `GET /app/v1/comprobante/${ID}`
const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] })
const counts = ok([
  { tributario: 1, total: 120, exact: true },
  { tributario: 2, total: 5, exact: true },
  { tributario: 3, total: 1, exact: true },
  { tributario: 4, total: 2, exact: true },
  { tributario: 6, total: 4, exact: true },
])

type Replies = Parameters<typeof fakeApi>[0]
function open(path: string, replies: Replies, changes: Partial<typeof session> = {}) {
  startSession({ ...session, ...changes })
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session: { ...session, ...changes } }),
    [COUNTS]: counts,
    [PREFERENCIA]: SIN_DESDE,
    ...replies,
  })
  return { calls, ...renderApp(path) }
}
const sent = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route.startsWith(route))

describe('O-56 voiding', () => {
  const solicitud: NonNullable<ComprobanteDetalle['anulacion']> = {
    solicitada_en: '2026-11-20T20:00:00Z',
    quien: 'María Lema',
    motivo: 'Venta no realizada',
    plazo: '2026-12-07',
    aceptacion: null,
    estado: 'SOLICITADA',
    consultada_en: null,
    resuelta_en: null,
  }
  const consejo = detalle().puede_anular

  it('asks with a reason and every step of the list, says until when, and then shows how it stands', async () => {
    const { user, calls } = open(`/comprobante/${ID}`, {
      [FICHA]: [ok(detalle()), ok(detalle({ anulacion: solicitud }))],
      [`POST /app/v1/comprobante/anular/${ID}`]: ok(null, COMPROBANTE_CALLS.requestAnulacion.msg),
    })
    await user.click(await screen.findByRole('button', { name: 'Solicitar anulación' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('El portal la admite hasta el 07/12/2026.')).toBeDefined()
    await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Venta no realizada')
    await user.click(within(dialog).getByRole('button', { name: 'Solicitar anulación' }))
    expect(await within(dialog).findByText('Confirme cada paso de la lista.')).toBeDefined()
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box)
    await user.click(within(dialog).getByRole('button', { name: 'Solicitar anulación' }))
    expect(await screen.findByText('Solicitada: falta la respuesta del SRI')).toBeDefined()
    expect(sent(calls, `POST /app/v1/comprobante/anular/${ID}`)[0]?.body).toEqual({
      motivo: 'Venta no realizada',
      pasos: ['CAUSA', 'PORTAL', 'RECEPTOR', 'DEVOLUCION'],
    })
    expect(screen.queryByRole('button', { name: 'Solicitar anulación' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Retirar solicitud' })).toBeDefined()
  })

  it('of a liquidación names its retención, which is voided beside it', async () => {
    const ligados = [{ id: ID, tipo: '07', numero: '001-001-000000009', difiere: false }]
    const { user } = open(`/comprobante/${ID}`, { [FICHA]: ok(detalle({ puede_anular: { ...consejo, ligados } })) })
    await user.click(await screen.findByRole('button', { name: 'Solicitar anulación' }))
    expect(
      await screen.findByText('Va con la retención 001-001-000000009: si anula este comprobante, pida también su anulación.'),
    ).toBeDefined()
  })

  it('past the deadline it tells what else there is, and blocks nothing', async () => {
    const motivo = 'El plazo del portal terminó el 07/12/2026: después procede una nota de crédito.'
    const { user } = open(`/comprobante/${ID}`, {
      [FICHA]: ok(detalle({ puede_anular: { ...consejo, tarde: true, motivo, alternativa: 'NOTA_CREDITO' } })),
    })
    await user.click(await screen.findByRole('button', { name: 'Solicitar anulación' }))
    expect(await screen.findByText(motivo)).toBeDefined()
  })

  it('«no me corresponde» of its public page is told until somebody has looked at it', async () => {
    const dicho = { en: '2026-11-21T15:00:00Z', nota: 'No compré nada', visto_en: null }
    const ver = `POST /app/v1/comprobante/no_corresponde/${ID}`
    const { user, calls } = open(`/comprobante/${ID}`, {
      [FICHA]: [ok(detalle({ no_corresponde: dicho })), ok(detalle({ no_corresponde: { ...dicho, visto_en: '2026-11-22T15:00:00Z' } }))],
      [ver]: ok(null),
    })
    expect((await screen.findByText('Quien lo abrió dijo que no le corresponde')).parentElement?.textContent).toContain('«No compré nada»')
    await user.click(screen.getByRole('button', { name: 'Ya lo revisé' }))
    expect(await screen.findByText(/^Revisado el /)).toBeDefined()
    expect([sent(calls, ver).length, screen.queryByRole('button', { name: 'Ya lo revisé' })]).toEqual([1, null])
  })

  it('is not offered to consumidor final, who is told why; an ADMIN records what the SRI did', async () => {
    const motivo = 'Una factura a consumidor final no se puede anular (Res. X).'
    const { user, calls } = open(`/comprobante/${ID}`, {
      [FICHA]: [
        ok(detalle({ puede_anular: { ...consejo, ofrecida: false, motivo } })),
        ok(detalle({ estado: 'ANULADO', estado_tributario: 6, estado_generacion: 3 })),
      ],
      [`POST /app/v1/comprobante/registrar_anulacion/${ID}`]: ok(null, COMPROBANTE_CALLS.recordAnulacion.msg),
    })
    expect(await screen.findByText(motivo)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Solicitar anulación' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Registrar anulación' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: /Prueba/ }), 'Trámite 117 del portal')
    await user.click(within(dialog).getByRole('button', { name: 'Registrar anulación' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Registrar anulación' })).toBeNull())
    expect(sent(calls, `POST /app/v1/comprobante/registrar_anulacion/${ID}`)[0]?.body).toEqual({ prueba: 'Trámite 117 del portal' })
  })

  it('O-100 is for who has the right, and recording for who administers', async () => {
    open(`/comprobante/${ID}`, { [FICHA]: ok(detalle()) }, { rol: { id: 3, name: 'VENDEDOR' }, collections: ['documento:emitir'] })
    await screen.findByRole('button', { name: 'Ver RIDE' })
    expect(screen.queryByRole('button', { name: /anulación/ })).toBeNull()
  })

  it('O-08 who may not issue sends nothing: neither mail nor document', async () => {
    open(`/comprobante/${ID}`, { [FICHA]: ok(detalle()) }, { collections: [] })
    await screen.findByRole('button', { name: 'Ver RIDE' })
    for (const name of ['Reenviar correo', 'Reenviar', /anulación/]) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Duplicar' })).toBeNull()
  })

  it('O-101 a pre-printed one shows its authorisation and has no files here', async () => {
    open(`/comprobante/${ID}`, { [FICHA]: ok(detalle({ origen: 'FISICA', modo_emision: 1, clave: '', autorizacion: '1234567890' })) })
    expect(await screen.findByText('1234567890')).toBeDefined()
    for (const name of ['Ver RIDE', 'Descargar XML', 'Reenviar correo']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('the list', () => {
  it('O-19 shows number, date, client, state and total, and how many are in each tab', async () => {
    open('/comprobante', {
      [FIRST]: page([fila()], { totalElements: 132 }),
      'GET /app/v1/comprobante/borradores?page=0&size=5': page([], { totalElements: 3 }),
    })
    expect((await screen.findByRole('link', { name: NUMERO })).getAttribute('href')).toContain(`/comprobante/${ID}`)
    for (const text of ['20/11/2026', 'ANA PÉREZ', 'Factura', 'Autorizado', '$1,234.56'])
      expect(screen.getByRole('cell', { name: text })).toBeDefined()
    const tabs = within(screen.getByRole('navigation', { name: 'Estado' })).getAllByRole('link')
    await waitFor(() =>
      expect(tabs.map(({ textContent }) => textContent)).toEqual([
        'Todos 132',
        'Autorizados 120',
        'En espera 5',
        'En proceso 1',
        'No autorizados 2',
        'Anulados 4',
        'Borradores 3',
      ]),
    )
    expect(tabs[0]?.getAttribute('aria-current')).toBe('true')
  })

  it('O-117 R-9.10 opens four days back, as a filter that is taken off for good and hides nothing that is searched by its number', async () => {
    const start = defaultStart(today())
    const opened = `&desde=${start}`
    const { user, calls, address } = open('/comprobante', {
      [PREFERENCIA]: ok({ ocultas: [], densidad: 'NORMAL' }),
      'PUT /app/v1/preferencia/comprobante': SIN_DESDE,
      [`${FIRST}${opened}`]: page([fila()]),
      [`${FIRST}&q=1790012345001`]: page([fila()]),
      [`${FIRST}&q=1790012345001&tributario=1`]: page([fila()]),
      [FIRST]: page([fila()]),
      [`${COUNTS}?desde=${start}`]: counts,
      [`${COUNTS}?q=1790012345001`]: counts,
      [`${FIRST}&q=001-001-123`]: page([fila()]),
      [`${COUNTS}?q=001-001-123`]: counts,
      [`${FIRST}&q=ana${opened}`]: page([fila()]),
      [`${COUNTS}?q=ana&desde=${start}`]: counts,
    })
    const pill = () => screen.queryByRole('button', { name: `Quitar filtro: Desde ${fechaText(start)}` })
    await screen.findByRole('link', { name: NUMERO })
    expect([pill() !== null, address()]).toEqual([true, '/comprobante'])
    const search = screen.getByRole('searchbox', { name: 'Buscar' })
    await user.type(search, '1790012345001{Enter}')
    await waitFor(() =>
      expect([pill(), sent(calls, SEARCH).at(-1)?.route, sent(calls, COUNTS).at(-1)?.route]).toEqual([
        null,
        `${FIRST}&q=1790012345001`,
        `${COUNTS}?q=1790012345001`,
      ]),
    )
    await user.click(screen.getByRole('link', { name: /^Autorizados/ }))
    await waitFor(() => expect(sent(calls, SEARCH).at(-1)?.route).toBe(`${FIRST}&q=1790012345001&tributario=1`))
    await user.click(screen.getByRole('link', { name: /^Todos/ }))
    await user.clear(search)
    await user.type(search, '001-001-123{Enter}')
    await waitFor(() => expect([pill(), sent(calls, SEARCH).at(-1)?.route]).toEqual([null, `${FIRST}&q=001-001-123`]))
    await user.clear(search)
    await user.type(search, 'ana{Enter}')
    await waitFor(() => expect(sent(calls, SEARCH).at(-1)?.route).toBe(`${FIRST}&q=ana${opened}`))
    await user.clear(search)
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: `Quitar filtro: Desde ${fechaText(start)}` }))
    await waitFor(() => expect([pill(), sent(calls, SEARCH).at(-1)?.route]).toEqual([null, FIRST]))
    expect(sent(calls, 'PUT /app/v1/preferencia/comprobante')[0]?.body).toMatchObject({ opciones: { sin_desde: true } })
  })

  it('O-110 says «10 000+» where a tab was not counted to its end', async () => {
    open('/comprobante', { [FIRST]: page([fila()]), [COUNTS]: ok([{ tributario: 1, total: 10_001, exact: false }]) })
    expect(await screen.findByRole('link', { name: 'Autorizados 10 000+' })).toBeDefined()
  })

  it('a tab, a date and a search stand in the address and in the query that is sent; the pill takes its filter away', async () => {
    const { user, calls, address } = open('/comprobante?page=2&tributario=4', {
      [`${SEARCH}?page=2&size=5&tributario=4`]: page([fila()], { totalElements: 30 }),
      [`${FIRST}&tributario=1`]: page([fila()]),
      [`${FIRST}&tributario=1&desde=2026-11-16`]: page([fila()]),
      [`${COUNTS}?desde=2026-11-16`]: counts,
      [`PUT /app/v1/preferencia/comprobante`]: SIN_DESDE,
    })
    await screen.findByRole('link', { name: NUMERO })
    await user.click(screen.getByRole('link', { name: /^Autorizados/ }))
    await user.type(screen.getByRole('textbox', { name: 'Desde' }), '16/11/2026')
    await user.click(await screen.findByRole('button', { name: 'Quitar filtro: Desde 16/11/2026' }))
    await waitFor(() => expect(address()).toBe('/comprobante?tributario=1'))
    expect(sent(calls, SEARCH).map(({ route }) => route)).toEqual([
      `${SEARCH}?page=2&size=5&tributario=4`,
      `${FIRST}&tributario=1`,
      `${FIRST}&tributario=1&desde=2026-11-16`,
      `${FIRST}&tributario=1`,
    ])
  })

  it('R-3.2.11 filters by type in its order, and shows what a link asked for as pills', async () => {
    const { user, address } = open('/comprobante?atencion=RETENIDOS&punto=002', {
      [`${FIRST}&atencion=RETENIDOS&punto=002`]: page([fila()]),
      [`${FIRST}&punto=002&atencion=RETENIDOS`]: page([fila()]),
      [`${FIRST}&punto=002&atencion=RETENIDOS&tipo=01`]: page([fila()]),
      [`${COUNTS}?atencion=RETENIDOS&punto=002`]: counts,
      [`${COUNTS}?punto=002&atencion=RETENIDOS`]: counts,
      [`${COUNTS}?punto=002&atencion=RETENIDOS&tipo=01`]: counts,
    })
    expect(await screen.findByRole('button', { name: 'Quitar filtro: Retenidos' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Quitar filtro: Punto 002' })).toBeDefined()
    const tipo = screen.getByLabelText('Tipo')
    expect(
      within(tipo)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Todo', 'Factura', 'Notas de Crédito', 'Notas de Débito', 'Liquidación de Compra'])
    await user.selectOptions(tipo, 'Factura')
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('tipo')).toBe('01'))
  })

  it('tells of a day that is none and filters nothing by it', async () => {
    const { user, address } = open('/comprobante', { [FIRST]: page([fila()]) })
    await user.type(await screen.findByRole('textbox', { name: 'Hasta' }), '31/02/2026')
    expect(await screen.findByText(/fecha válida/)).toBeDefined()
    expect(address()).toBe('/comprobante')
  })

  it('ui §7 says what to do where nothing was issued yet', async () => {
    open('/comprobante', { [FIRST]: page([]), [COUNTS]: ok([]) })
    expect(await screen.findByText('Aún no tiene facturas. Emita la primera.')).toBeDefined()
    expect(
      screen.getAllByRole('link', { name: 'Nueva factura' }).every((link) => link.getAttribute('href') === '/documento/registro'),
    ).toBe(true)
  })

  it('O-108 follows what is on its way: the chip changes in place, and once it arrives the list is asked again', async () => {
    const pending = fila({ estado: 'FIRMADO', estado_tributario: 2, correo_estado: 'NINGUNO', autorizado_en: null })
    const line = {
      id: ID,
      clave: pending.clave,
      estado: 'AUTORIZADO',
      estado_generacion: 1,
      estado_tributario: 1,
      codigo_sri: null,
      correo_estado: 'BANDEJA',
      autorizado_en: 'x',
    }
    const { calls } = open('/comprobante', {
      [FIRST]: [page([pending]), page([fila()])],
      [`GET /app/v1/comprobante/seguir?ids=${ID}`]: { body: `${JSON.stringify(line)}\n` },
    })
    expect(await screen.findByRole('cell', { name: 'Autorizado' })).toBeDefined()
    await waitFor(() => expect(sent(calls, SEARCH)).toHaveLength(2))
    expect(sent(calls, 'GET /app/v1/comprobante/seguir')).toHaveLength(1)
  })

  it('counts its tabs again when a row changes its word, though nothing is settled yet', async () => {
    const pending = fila({ estado: 'FIRMADO', estado_tributario: 2, correo_estado: 'NINGUNO', autorizado_en: null })
    const taken = { ...pending, estado: 'RECIBIDA', estado_tributario: 3 }
    const { calls } = open('/comprobante', {
      [FIRST]: [page([pending]), page([taken])],
      [`GET /app/v1/comprobante/seguir?ids=${ID}`]: { body: `${JSON.stringify(taken)}\n` },
    })
    expect(await screen.findByRole('cell', { name: 'Autorización en proceso' })).toBeDefined()
    await waitFor(() => expect([sent(calls, SEARCH).length, sent(calls, COUNTS).length]).toEqual([2, 2]))
  })

  it('offers in the menu of a row what can be done with it, and the gap report only to who administers', async () => {
    const { user } = open(
      '/comprobante',
      { [FIRST]: page([fila({ estado: 'RECHAZADO', estado_tributario: 4 })]) },
      { rol: { id: 3, name: 'VENDEDOR' } },
    )
    await user.click(await screen.findByRole('button', { name: `Acciones de ${NUMERO}` }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Ver',
      'RIDE',
      'Imprimir ticket',
      'XML',
      'Duplicar',
    ])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Más listas' }))
    expect((await screen.findAllByRole('menuitem')).map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
      ['Por cobrar', '/comprobante/cobrar'],
      ['Cajas', '/comprobante/caja'],
      ['Bandeja de correos', '/comprobante/correos'],
    ])
  })
})

describe('the detail', () => {
  it('shows state, story and mails', async () => {
    open(`/comprobante/${ID}`, { [FICHA]: ok(detalle()) })
    expect(await screen.findByRole('heading', { name: `Factura ${NUMERO}` })).toBeDefined()
    const steps = within(screen.getByRole('list', { name: 'Línea de tiempo' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'hechoBorrador20/11/2026 14:32 · María LemaEmisión',
      'hechoFirmado20/11/2026 14:32FIRMADO',
      'hechoEnviado al SRI20/11/2026 14:32RECIBIDA',
      'hechoAutorizado20/11/2026 14:32AUTORIZADO',
      'hechoEnviado por correo20/11/2026 14:32En la bandeja de correos de esta aplicación: ana@ejemplo.ec',
    ])
    expect(screen.getByText('En la bandeja')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Duplicar' }).getAttribute('href')).toBe(`/documento/registro?duplicar=${ID}`)
  })

  it('O-97 tells a rejected one in the words of the SRI, with cause, field and remedy, and leads to its correction', async () => {
    open(`/comprobante/${ID}`, { [FICHA]: ok(rechazado()) })
    const words = await screen.findByLabelText('Respuesta del SRI')
    expect(words.textContent).toBe('35 ARCHIVO NO CUMPLE ESTRUCTURA XMLEl valor «x» no es válido')
    for (const text of ['Falta un dato.', 'Fecha de emisión', 'Complete el dato.'])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Corregir y reenviar' }).getAttribute('href')).toBe(`/documento/${ID}?corregir=1`)
    expect(screen.queryByRole('button', { name: 'Reenviar correo' })).toBeNull()
  })

  it('O-97 where the clave itself is wrong offers another number, and to who administers the closing with a reason', async () => {
    const CLOSE = `POST /app/v1/comprobante/cerrar/${ID}`
    const { user, calls } = open(`/comprobante/${ID}`, {
      [FICHA]: [ok(rechazado({ accion: 'NUEVO_NUMERO' })), ok(rechazado({ estado: 'CERRADO', accion: 'NINGUNA' }))],
      [CLOSE]: ok(null),
    })
    expect((await screen.findByRole('link', { name: 'Emitir con otro número' })).getAttribute('href')).toBe(
      `/documento/registro?duplicar=${ID}`,
    )
    await user.click(screen.getByRole('button', { name: 'Cerrar número' }))
    const dialog = await screen.findByRole('dialog', { name: `Cerrar el número ${NUMERO}` })
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar número' }))
    expect(await within(dialog).findByText(/requerido|mínimo/)).toBeDefined()
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Fecha equivocada')
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar número' }))
    expect(await screen.findByRole('heading', { name: 'El número de este comprobante se cerró' })).toBeDefined()
    expect(sent(calls, CLOSE).map(({ body }) => body)).toEqual([{ motivo: 'Fecha equivocada' }])
  })

  it('O-54 says of one in quarantine what happened, what an administrator can do, and to others that one is needed', async () => {
    const eventos = [
      { en: '2026-06-15T15:00:00Z', de: 'RECIBIDA', a: 'CUARENTENA', quien: null, causa: 'el comprobante es otro', mensajes: null },
    ]
    const opened = async (user = {}) => {
      open(`/comprobante/${ID}`, { [FICHA]: ok(rechazado({ estado: 'CUARENTENA', accion: 'REVISAR', mensajes: [], eventos })) }, user)
      return within(await screen.findByRole('region', { name: 'Este comprobante está en revisión' }))
    }
    const why = await opened()
    expect([why.getByText('el comprobante es otro'), why.getByText(/No se envía solo/)]).toHaveLength(2)
    expect(why.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 20))).toEqual([
      'Búsquelo en el porta',
      'Si no consta, use «C',
      'Si consta y es el su',
    ])
    for (const name of ['Cerrar número', 'Duplicar']) expect(screen.getByText(name)).toBeDefined()
    cleanup()
    expect((await opened({ rol: { id: 3, name: 'VENDEDOR' } })).getByText(/avise a un administrador/)).toBeDefined()
  })

  it('has one history: all of it behind its tab for who administers, the moves on the page for others', async () => {
    const historia = () => screen.queryByText(/^Historia completa/) !== null
    const pestana = () => screen.queryByRole('link', { name: 'Historial' }) !== null
    open(`/comprobante/${ID}`, { [FICHA]: ok(rechazado()) }, { rol: { id: 1, name: 'ADMIN' } })
    await screen.findByLabelText('Respuesta del SRI')
    expect([pestana(), historia()]).toEqual([true, false])
    cleanup()
    open(`/comprobante/${ID}`, { [FICHA]: ok(rechazado()) }, { rol: { id: 3, name: 'VENDEDOR' } })
    await screen.findByLabelText('Respuesta del SRI')
    expect([pestana(), historia()]).toEqual([false, true])
  })

  it('a seller cannot close a number', async () => {
    open(`/comprobante/${ID}`, { [FICHA]: ok(rechazado()) }, { rol: { id: 3, name: 'VENDEDOR' } })
    await screen.findByLabelText('Respuesta del SRI')
    expect(screen.queryByRole('button', { name: 'Cerrar número' })).toBeNull()
  })

  it('O-107 sends a held one again, after asking', async () => {
    const RESEND = `POST /app/v1/comprobante/reenviar_sri/${ID}`
    const { user, calls } = open(`/comprobante/${ID}`, {
      [FICHA]: [ok(rechazado({ estado: 'RETENIDO', accion: 'REENVIAR' })), ok(detalle())],
      [RESEND]: ok(null),
    })
    await user.click(await screen.findByRole('button', { name: 'Reenviar' }))
    expect(sent(calls, RESEND)).toHaveLength(0)
    await user.click(await screen.findByRole('button', { name: 'Reenviar al SRI' }))
    expect(await screen.findByText('Autorizado el')).toBeDefined()
    expect(sent(calls, RESEND)).toHaveLength(1)
  })

  it('sends the mail to checked addresses, begins with those of before, and tells a refusal in place', async () => {
    const MAIL = `POST /app/v1/comprobante/enviar_correo/${ID}`
    const limit = 'Este documento ya se reenvió tres veces hoy a ese correo.'
    const { user, calls } = open(`/comprobante/${ID}`, {
      [FICHA]: ok(detalle()),
      [MAIL]: refusal(429, { status: '429', msg: limit, data: [{ message: limit }] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Reenviar correo' }))
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Correo 1' })
    expect(address.value).toBe('ana@ejemplo.ec')
    await user.clear(address)
    await user.type(address, 'ana@')
    await user.click(screen.getByRole('button', { name: 'Enviar correo' }))
    expect(await screen.findByText('Ingrese un correo válido.')).toBeDefined()
    expect(sent(calls, MAIL)).toHaveLength(0)
    await user.type(address, 'otro.ec')
    await user.type(screen.getByRole('textbox', { name: 'Mensaje al cliente' }), 'Pague hasta el viernes')
    await user.click(screen.getByRole('button', { name: 'Enviar correo' }))
    expect((await within(screen.getByRole('dialog', { name: `Reenviar ${NUMERO} por correo` })).findByRole('alert')).textContent).toContain(
      limit,
    )
    expect(sent(calls, MAIL).map(({ body }) => body)).toEqual([{ correos: ['ana@otro.ec'], mensaje: 'Pague hasta el viernes' }])
  })

  it('O-108 brings its whole story again with every piece of news', async () => {
    const pending = detalle({
      estado: 'RECIBIDA',
      estado_tributario: 3,
      correo_estado: 'NINGUNO',
      autorizado_en: null,
      accion: 'ESPERAR',
      correos: [],
    })
    const line = {
      id: ID,
      clave: 'x',
      estado: 'AUTORIZADO',
      estado_generacion: 1,
      estado_tributario: 1,
      codigo_sri: null,
      correo_estado: 'BANDEJA',
      autorizado_en: 'x',
    }
    open(`/comprobante/${ID}`, {
      [FICHA]: [ok(pending), ok(detalle())],
      [`GET /app/v1/comprobante/seguir?ids=${ID}`]: { body: `${JSON.stringify(line)}\n` },
    })
    expect(await screen.findByText('Autorizado el')).toBeDefined()
  })

  it('says so and can be tried again when it cannot be opened', async () => {
    const { user } = open(`/comprobante/${ID}`, { [FICHA]: [refusal(500, {}), ok(detalle())] })
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByRole('heading', { name: `Factura ${NUMERO}` })).toBeDefined()
  })
})

describe('numbers without an authorised document', () => {
  const GAPS = 'GET /app/v1/comprobante/brechas'
  const serie = { ambiente: 'SIMULADOR', tipo: '01', serie: '001-001', quien: null, en: '2026-11-20T19:32:00Z' }
  const gap = { ...serie, desde: 5, hasta: 7, motivo: 'Salto', documento_id: null, estado: null }

  it('O-97 lists each with its reason, and leads to the story of those that have a document', async () => {
    const refused = { ...gap, desde: 9, hasta: 9, motivo: 'Autorización: código 69', documento_id: ID, estado: 'RECHAZADO' }
    open('/comprobante/brechas', { [GAPS]: ok([gap, refused]) })
    expect((await screen.findByRole('link', { name: '000000009' })).getAttribute('href')).toBe(`/comprobante/${ID}`)
    expect(screen.getByRole('cell', { name: 'No autorizado' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'Sin emitir' })).toBeDefined()
    expect(await screen.findByRole('cell', { name: '000000005 a 000000007' })).toBeDefined()
    expect(screen.getAllByRole('cell', { name: 'Sistema' })).toHaveLength(2)
  })

  it('is not there for a seller', async () => {
    const { address, calls } = open('/comprobante/brechas', { [GAPS]: ok([gap]) }, { rol: { id: 3, name: 'VENDEDOR' } })
    await screen.findByRole('heading', { name: 'NO ENCONTRADO' })
    expect(address()).toBe('/notfound')
    expect(sent(calls, GAPS)).toHaveLength(0)
  })
})

it('ui §8 the focus returns to the button of a dialog that was closed', async () => {
  const { user } = open(`/comprobante/${ID}`, { [FICHA]: ok(detalle()) })
  const button = await screen.findByRole('button', { name: 'Reenviar correo' })
  await user.click(button)
  await screen.findByRole('textbox', { name: 'Correo 1' })
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('shows the rows of totals as the RIDE prints them, in its order', async () => {
  open(`/comprobante/${ID}`, { [FICHA]: ok(detalle()) })
  const rows = within(await screen.findByRole('region', { name: 'Detalle' }))
    .getByText('TOTAL')
    .closest('dl')
  expect([...(rows?.querySelectorAll('div') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Subtotal 15%$10.00',
    'ICE$0.40',
    'TOTAL$1,234.56',
  ])
})

describe('the filters of the list', () => {
  const punto = (codigo: string, descripcion: string | null = null) => ({
    establecimiento: '001',
    codigo,
    descripcion,
    activo: true,
    usuarios: [],
    permitido: true,
    version: 1,
  })
  const PUNTOS = 'GET /app/v1/punto_emision/search?page=0&size=50'
  const puntos = (...content: object[]) => page(content, { size: 50 })
  const NARROWED = `${FIRST}&establecimiento=001&punto=002`
  afterEach(() => setWindowWidth(1280))

  it('narrow it to one emission point, on the server', async () => {
    const { user, calls, address } = open('/comprobante', {
      [FIRST]: page([fila()]),
      [NARROWED]: page([fila()]),
      [PUNTOS]: puntos(punto('001'), punto('002', 'Caja 2')),
    })
    await user.selectOptions(await screen.findByLabelText('Punto de emisión'), '001-002 · Caja 2')
    await waitFor(() => expect(sent(calls, NARROWED).length).toBe(1))
    expect(address()).toBe('/comprobante?establecimiento=001&punto=002')
    await user.selectOptions(screen.getByLabelText('Punto de emisión'), 'Todos')
    expect(address()).toBe('/comprobante')
  })

  it('a company of one point has nothing to choose', async () => {
    const { calls } = open('/comprobante', { [FIRST]: page([fila()]), [PUNTOS]: puntos(punto('001')) })
    await screen.findByText(NUMERO)
    await waitFor(() => expect(sent(calls, PUNTOS).length).toBe(1))
    expect(screen.queryByLabelText('Punto de emisión')).toBeNull()
  })

  it('ui §9 on a phone stand in a sheet, whose button says how many apply', async () => {
    setWindowWidth(390)
    const { user, address } = open('/comprobante', {
      [FIRST]: page([fila()]),
      [`${FIRST}&tipo=01`]: page([fila()]),
      [PUNTOS]: puntos(punto('001'), punto('002')),
    })
    await user.click(await screen.findByRole('button', { name: 'Filtros' }))
    expect(screen.queryAllByLabelText('Tipo').length).toBe(1)
    const sheet = within(await screen.findByRole('dialog', { name: 'Filtros' }))
    await user.selectOptions(sheet.getByLabelText('Tipo'), 'Factura')
    expect(address()).toBe('/comprobante?tipo=01')
    await user.click(sheet.getByRole('button', { name: 'Ver resultados' }))
    expect(await screen.findByRole('button', { name: 'Filtros (1)' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Quitar filtro: Factura' })).toBeDefined()
  })
})
