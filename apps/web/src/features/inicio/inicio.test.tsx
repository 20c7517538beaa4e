import { montoOf, type Monto } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type ComprobanteFila } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { buildInicio } from '../../testing/build-inicio.ts'
import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const PREFERENCIA = '/app/v1/preferencia/inicio'
const ALL = { collections: [...COLLECTIONS] }
const SELLER = { rol: { id: 3, name: 'VENDEDOR' }, collections: ['documento:emitir' as const, 'persona:crear' as const] }

const fila = (changes: Partial<ComprobanteFila> = {}): ComprobanteFila => ({
  id: '44444444-4444-4444-8444-444444444444',
  tipo: '01',
  tipo_documento: 1,
  numero: '001-001-000000123',
  clave: '1'.repeat(49),
  modo_emision: 2,
  origen: 'SISTEMA',
  autorizacion: '2'.repeat(49),
  fecha_emision: '2026-06-15',
  estado: 'AUTORIZADO',
  estado_generacion: 1,
  estado_tributario: 1,
  ambiente: 'SIMULADOR',
  receptor_identificacion: '9999999999999',
  receptor_nombre: 'CONSUMIDOR FINAL',
  total: montoOf(112_000_000),
  vendedor: null,
  formas_pago: [],
  codigo_sri: null,
  correo_estado: 'NINGUNO',
  creado_en: '2026-06-15T15:00:00Z',
  autorizado_en: '2026-06-15T15:00:05Z',
  ...changes,
})

function open(
  inicio: Parameters<typeof buildInicio>[0],
  session: Parameters<typeof signedIn>[0] = ALL,
  more: Parameters<typeof signedIn>[1] = {},
) {
  const calls = signedIn(session, {
    [ROUTES.inicio]: ok(buildInicio(inicio)),
    [`GET ${PREFERENCIA}`]: ok({ ocultas: [], densidad: 'NORMAL' }),
    ...more,
  })
  return { calls, ...renderApp('/') }
}
const part = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))

describe('first steps', () => {
  const HALF = { pasos: { empresa: true, condiciones: true, firma: true, producto: false, cliente: false, factura: false } }

  it('count what is done, lead to the rest and mark the next one', async () => {
    open(HALF)
    const pasos = await part('Primeros pasos 3/6')
    expect(pasos.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Primer producto', '/producto/registro'],
      ['Primer cliente', '/persona/registro'],
      ['Primera factura autorizada', '/documento/registro'],
    ])
    expect(pasos.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([null, null, null, 'step', null, null])
  })

  it('each open the very place where it is done', async () => {
    open({
      pasos: { empresa: false, condiciones: false, firma: false, producto: false, cliente: false, factura: false },
      atencion: { firma: null, sin_firmar: 1 },
    })
    const links = (await part('Primeros pasos 0/6')).getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links.slice(0, 3)).toEqual([
      '/empresa_perfil?seccion=puntos',
      '/empresa_perfil?seccion=condiciones',
      '/empresa_perfil?seccion=firma',
    ])
    expect((await part('Requiere su atención')).getByRole('link', { name: /^Sin firma electrónica/ }).getAttribute('href')).toBe(
      '/empresa_perfil?seccion=firma',
    )
  })

  it('who may not take a step is told who does', async () => {
    open({ pasos: { ...HALF.pasos, condiciones: false, firma: false } }, SELLER)
    const pasos = await part('Primeros pasos 1/6')
    expect(pasos.queryByRole('link', { name: 'Firma electrónica' })).toBeNull()
    expect(pasos.getAllByText('Lo hace un administrador de la empresa')).toHaveLength(3)
    expect(pasos.getByRole('link', { name: 'Primer cliente' })).toBeDefined()
  })

  it('O-104 are hidden for good and brought back, both kept on the server', async () => {
    const { user, calls } = open(HALF, ALL, { [`PUT ${PREFERENCIA}`]: ok({ ocultas: [], densidad: 'NORMAL' }) })
    await user.click(await screen.findByRole('button', { name: 'Ocultar los primeros pasos' }))
    expect(screen.queryByRole('region', { name: /^Primeros pasos/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Mostrar los primeros pasos' }))
    expect(screen.getByRole('region', { name: /^Primeros pasos/ })).toBeDefined()
    await waitFor(() =>
      expect(calls.filter(({ route }) => route === `PUT ${PREFERENCIA}`).map(({ body }) => body)).toEqual([
        { ocultas: ['primeros_pasos'], densidad: 'NORMAL' },
        { ocultas: [], densidad: 'NORMAL' },
      ]),
    )
  })

  it('come back when the server refuses to hide them', async () => {
    const { user } = open(HALF, ALL, { [`PUT ${PREFERENCIA}`]: refusal(500, {}) })
    await user.click(await screen.findByRole('button', { name: 'Ocultar los primeros pasos' }))
    expect(await screen.findByText(/Error interno del servicio/)).toBeDefined()
    expect(await screen.findByRole('region', { name: /^Primeros pasos/ })).toBeDefined()
  })

  it('are gone once all is done', async () => {
    open({})
    await part('Requiere su atención')
    expect(screen.queryByRole('region', { name: /^Primeros pasos/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /primeros pasos/ })).toBeNull()
  })
})

describe('withholdings that are still to be issued', () => {
  const primera = { numero: '001-001-000000007', proveedor: 'ACERO', calendario: '2020-06-10', habiles: '2020-06-12' }
  const por_retener = {
    desde: '2026-05-16',
    compras: 12,
    recibidos: 1,
    vencidas: 3,
    primeras: [
      { ...primera, id: 'c1', origen: 'COMPRA' as const },
      { ...primera, id: 'r1', origen: 'RECIBIDO' as const, numero: '001-001-000000008', habiles: '2100-06-15', calendario: '2100-06-15' },
    ],
  }
  const RETIENE = { ...ALL, collections: [...COLLECTIONS], menus: [{ to: '/retencion/compra/registro', label: 'Retención' }] }

  it('stand each with its last day and the way to its withholding, what is late first', async () => {
    open({ por_retener }, RETIENE)
    const links = (await part('Retenciones por emitir')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ver las 12 compras', '/comprobante/compras?por_retener=2026-05-16&sort=fecha_emision,ASC'],
      ['Ver el recibido', '/comprobante/recibido?por_retener=2026-05-16&sort=fecha_emision,ASC'],
      ['Retener 001-001-000000007 de ACERO', '/retencion/compra/registro?de=compra.c1'],
      ['Registrar y retener 001-001-000000008 de ACERO', '/documento/compra/registro?recibido=r1'],
    ])
    const todo = await part('Retenciones por emitir')
    expect(todo.getByText('3 vencidas')).toBeDefined()
    expect(todo.getByText('En días hábiles; el 10/06/2020 si se cuentan días calendario')).toBeDefined()
    expect((await part('Requiere su atención')).queryByText('Nada pendiente.')).toBeNull()
  })

  it.each([
    ['to whoever has not that screen', por_retener, ALL],
    ['where nothing waits', { ...por_retener, compras: 0, recibidos: 0, vencidas: 0, primeras: [] }, RETIENE],
  ])('are not shown %s', async (_where, todo, session) => {
    open({ por_retener: todo }, session)
    expect((await part('Requiere su atención')).getByText('Nada pendiente.')).toBeDefined()
  })
})

describe('what needs attention', () => {
  it('leads to the list that shows just that', async () => {
    const atender = {
      atencion: {
        no_autorizados: 2,
        retenidos: 1,
        en_revision: 1,
        en_espera: 5,
        correos_fallidos: 10_001,
        por_anular: 1,
        compras_anuladas: 2,
        retenciones_anuladas: 1,
        no_corresponden: 1,
        por_reponer: 3,
        pausada: 'RUC cerrado',
      },
    }
    open(atender, { ...ALL, menus: [{ to: '/movimiento', label: 'Movimientos' }] })
    const atencion = await part('Requiere su atención')
    expect(atencion.getAllByRole('link').map((link) => [link.querySelector('strong')?.textContent, link.getAttribute('href')])).toEqual([
      ['Emisión detenida', '/empresa_perfil'],
      ['2 no autorizados', '/comprobante?atencion=NO_AUTORIZADOS&desde='],
      ['1 retenido', '/comprobante?atencion=RETENIDOS&desde='],
      ['1 en revisión', '/comprobante?atencion=EN_REVISION&desde='],
      ['5 en espera', '/comprobante?atencion=EN_ESPERA&desde='],
      ['1 comprobante que dicen que no corresponde', '/comprobante?atencion=NO_CORRESPONDEN&desde='],
      ['2 compras anuladas por sus proveedores', '/comprobante/compras?estado=REGISTRADA&anulado_emisor=true'],
      ['1 retención recibida anulada por su emisor', '/comprobante/retenciones?anulado_emisor=true'],
      ['Más de 10 000 correos no entregados', '/comprobante?atencion=CORREOS_FALLIDOS&desde='],
      ['1 anulación en curso', '/comprobante?atencion=POR_ANULAR&desde='],
      ['3 productos por reponer', '/movimiento/existencias?estado=REPONER'],
    ])
    expect(atencion.getByText('RUC cerrado')).toBeDefined()
    expect(atencion.getByText(/no se envía solo\. Ábralo y decida/)).toBeDefined()
    expect(atencion.getByText('Se envían solos en cuanto el SRI responda')).toBeDefined()
  })

  it.each([
    ['30 days before', { dias_restantes: 30, hasta: '2100-01-31T05:00:00Z', inservible: false }, 'Su firma electrónica caduca en 30 días'],
    ['the day before', { dias_restantes: 1, hasta: '2100-01-31T05:00:00Z', inservible: false }, 'Su firma electrónica caduca mañana'],
    ['on its last day', { dias_restantes: 0, hasta: '2100-01-31T05:00:00Z', inservible: false }, 'Su firma electrónica caduca hoy'],
    ['afterwards', { dias_restantes: 0, hasta: '2020-01-31T05:00:00Z', inservible: false }, 'Su firma electrónica caducó'],
    [
      'whose key does not open',
      { dias_restantes: 200, hasta: '2100-01-31T05:00:00Z', inservible: true },
      'Su firma electrónica no se puede usar',
    ],
    ['without one', null, 'Sin firma electrónica'],
  ])('tells of the signature %s', async (_when, firma, text) => {
    open({ atencion: { firma, sin_firmar: 2 } })
    const atencion = await part('Requiere su atención')
    expect(atencion.getByText(text)).toBeDefined()
    if (firma === null || firma.inservible) expect(atencion.getByText(/2 comprobantes esperan su firma/)).toBeDefined()
  })

  it('what is late is there, and only what is due next among the obligations', async () => {
    const fila = (texto: string, vence: string) => ({
      id: texto,
      tipo: '104',
      vence,
      texto,
      detalle: '',
      enlace: '/declaraciones',
      confidence: 'V',
    })
    const obligaciones = [fila('IVA de septiembre', '2020-10-28'), fila('IVA de octubre', '2100-11-30')]
    open(
      {},
      { ...ALL, collections: [...COLLECTIONS], menus: [{ to: '/declaraciones', label: 'Declaraciones' }] },
      {
        'GET /app/v1/obligacion/list?dias=60': ok({
          hoy: '2026-11-25',
          obligaciones,
          con_calendario: false,
          aviso: { dias: null, correo: null },
        }),
      },
    )
    const atencion = await part('Requiere su atención')
    expect(await atencion.findByRole('link', { name: 'IVA de septiembre' })).toBeDefined()
    expect(atencion.queryByText('Nada pendiente.')).toBeNull()
    const proximas = await part('Obligaciones')
    expect(proximas.getAllByRole('link', { name: /^IVA/ }).map(({ textContent }) => textContent)).toEqual(['IVA de octubre'])
  })

  it('says so when nothing waits, and keeps quiet about a signature that holds', async () => {
    open({ atencion: { firma: { dias_restantes: 31, hasta: '2100-01-31T05:00:00Z', inservible: false } } })
    expect((await part('Requiere su atención')).getByText('Nada pendiente.')).toBeDefined()
  })
})

describe('documents and sales', () => {
  it('shows the last ones and the sales of each till with their sum', async () => {
    open({
      ultimos: [fila()],
      ventas_hoy: [
        { establecimiento: '001', punto: '001', vendedor: 'Víctor Vega', cantidad: 3, total: montoOf(112_000_000) },
        { establecimiento: '001', punto: '002', vendedor: null, cantidad: 1, total: montoOf(1_234_500_000) },
      ],
    })
    const ultimos = await part('Últimos comprobantes')
    expect(ultimos.getByRole('link', { name: '001-001-000000123' }).getAttribute('href')).toBe(`/comprobante/${fila().id}`)
    for (const text of ['CONSUMIDOR FINAL', 'Autorizado', '$112.00']) expect(ultimos.getByText(text)).toBeDefined()
    const rows = (await part('Ventas de hoy por caja')).getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual(['CajaFacturasTotal', '001-001Víctor Vega3$112.00', '001-002Sin vendedor1$1,234.50', 'Total4$1,346.50'])
  })

  it('counts again when one of them changes its word', async () => {
    const sending = fila({ estado: 'FIRMADO', estado_tributario: 2, autorizado_en: null })
    const taken = { ...sending, estado: 'RECIBIDA', estado_tributario: 3 }
    const figures = { documentos: 1, neto: montoOf(0), iva: montoOf(0), total: montoOf(0) }
    const mes = {
      rango: { desde: '2026-06-01', hasta: '2026-06-15' },
      cifra: figures,
      anterior: { rango: { desde: '2026-05-01', hasta: '2026-05-15' }, cifra: figures },
    }
    const before = buildInicio({ ultimos: [sending], ventas: { hoy: mes, mes, dias: [] }, estados: [{ tributario: 2, documentos: 1 }] })
    open({}, ALL, {
      [ROUTES.inicio]: [ok(before), ok({ ...before, ultimos: [taken], estados: [{ tributario: 3, documentos: 1 }] })],
      [`GET /app/v1/comprobante/seguir?ids=${sending.id}`]: { body: `${JSON.stringify(taken)}\n` },
    })
    expect(await (await part('Comprobantes del mes')).findByRole('link', { name: 'Autorización en proceso' })).toBeDefined()
    expect((await part('Últimos comprobantes')).getByText('Autorización en proceso')).toBeDefined()
  })

  it('says what to do where there is nothing yet', async () => {
    open({})
    expect((await part('Últimos comprobantes')).getByRole('link', { name: 'Nueva factura' }).getAttribute('href')).toBe(
      '/documento/registro',
    )
    expect((await part('Ventas de hoy por caja')).getByText('Aún no hay ventas hoy.')).toBeDefined()
  })

  it('R-6.9 who may not sell sees neither documents nor «Nueva factura»', async () => {
    open({}, { rol: { id: 2, name: 'USUARIO' }, collections: [] })
    await part('Requiere su atención')
    expect(screen.queryByRole('region', { name: 'Últimos comprobantes' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Nueva factura' })).toBeNull()
  })
})

it('says that it could not be loaded, and loads again', async () => {
  const { user } = open({}, ALL, { [ROUTES.inicio]: [refusal(500, {}), ok(buildInicio())] })
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Nada pendiente.')).toBeDefined()
})

describe('figures', () => {
  const cifra = (total: Monto) => ({ documentos: 2, neto: total, iva: montoOf(0), total })
  const comparada = (desde: string, total: Monto, before: Monto) => ({
    rango: { desde, hasta: desde === '2026-06-15' ? desde : '2026-06-30' },
    cifra: cifra(total),
    anterior: { rango: { desde: '2026-05-01', hasta: '2026-05-15' }, cifra: cifra(before) },
  })
  const FIGURES = {
    ventas: {
      hoy: comparada('2026-06-15', montoOf(50_000_000), montoOf(0)),
      mes: comparada('2026-06-01', montoOf(1_250_500_000), montoOf(1_000_400_000)),
      dias: [{ clave: '2026-06-15', nombre: '2026-06-15', documentos: 2, total: montoOf(50_000_000) }],
    },
    estados: [
      { tributario: 1, documentos: 7 },
      { tributario: 4, documentos: 1 },
      { tributario: 6, documentos: 0 },
    ],
  }

  it('stand beside the period before, and each opens the list that it counts', async () => {
    open(FIGURES)
    const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await link(/^Ventas del mes ?\$1.250.50 ?\+25 % antes \$1.000.40, 1 al 15 de mayo$/)).toBe(
      '/comprobante?desde=2026-06-01&hasta=2026-06-30',
    )
    expect(await link(/^Ventas de hoy ?\$50.00/)).toBe('/comprobante?desde=2026-06-15&hasta=2026-06-15')
    expect(await link(/^15\/06\/2026$/)).toBe('/comprobante?desde=2026-06-15&hasta=2026-06-15')
    const estados = await part('Comprobantes del mes')
    expect(estados.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Autorizado7', 'No autorizado1'])
    expect(estados.getByRole('link', { name: 'No autorizado' }).getAttribute('href')).toMatch(/tributario=4$/)
  })

  it('tell what is owed, and what is left of signature and plan, each where it is looked after', async () => {
    const RESUMEN = 'GET /app/v1/cartera/resumen?sentido=COBRAR'
    const menus = ['/comprobante', '/tienda'].map((to) => ({ to, label: to }))
    const edades = { POR_VENCER: 1_000_000, D1_30: 2_000_000, D31_60: 0, D61_90: 0, D91_MAS: 4_000_000 }
    open(
      {
        atencion: { firma: { dias_restantes: 212, hasta: '2027-01-13T05:00:00Z', inservible: false } },
        plan: { limite: 1_250, usados: 1_000 },
      },
      { ...ALL, menus },
      { [RESUMEN]: ok({ total: 7_000_000, ...edades, favor: 0, cuentas: 3 }) },
    )
    for (const [name, to] of [
      [/^Por cobrar ?\$7.00 ?3 cuentas · \$6.00 vencido$/, '/comprobante/cobrar'],
      [/^Firma electrónica ?212 días ?Hasta el 13\/01\/2027$/, '/empresa_perfil?seccion=firma'],
      [/^Quedan de su plan ?250 comprobantes ?De 1,250 de este mes$/, '/tienda'],
    ] as const)
      expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to)
  })

  it('have no card for what says nothing, nor for who does not look after it', async () => {
    open({ plan: { limite: 10, usados: 1 } }, SELLER)
    await part('Últimos comprobantes')
    for (const label of ['Por cobrar', 'Firma electrónica', 'Quedan de su plan']) expect(screen.queryByText(label)).toBeNull()
  })

  it('are none for whoever may not sell', async () => {
    open(FIGURES, { ...ALL, collections: [] })
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(screen.queryByText('Ventas del mes')).toBeNull()
  })
})
