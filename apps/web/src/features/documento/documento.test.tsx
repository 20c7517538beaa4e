import { montoOf } from '@yupana/fiscal'
import { setWindowWidth } from '../../testing/browser-stubs.ts'

import { COLLECTIONS, type FacturaForm } from '@yupana/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import * as problemas from '../../domain/lineas-editor/linea-problemas.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, held, ok, page, refusal } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'
import { sinConfirmarHasta } from '../../domain/emision/use-emitir.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const contexto = buildContexto({}, 124)
const form: FacturaForm = {
  establecimiento: '001',
  punto: '001',
  modo: 'NETO',
  propina: 0,
  info_adicional: [],
  rubros_terceros: [],
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] },
  lineas: [
    {
      codigo: 'A-1',
      descripcion: 'Resma',
      cantidad: 2_000_000,
      precio_unitario: montoOf(5_000_000),
      descuento: 0,
      iva: 6,
      detalles_adicionales: [],
    },
  ],
  pagos: [{ forma_pago: '01', total: montoOf(11_500_000) }],
}
const DUPLICATE = `GET /app/v1/documento/duplicar/${ID}`
const session = buildSession({ menus: [{ to: '/documento', label: 'Nueva factura' }], collections: [...COLLECTIONS] })

const open = (
  path: string,
  replies: Parameters<typeof fakeApi>[0] = {},
  emission: (route: string) => Parameters<typeof fakeApi>[0][string] = () => refusal(404, {}),
) => openEditor(path, { session, base: 'documento', contexto, replies: { [DUPLICATE]: ok(form), ...replies }, emission })
beforeEach(() => setNow())

const SUSTITUTIVA: FacturaForm['sustitutiva_guia'] = {
  dir_partida: 'Quito',
  dir_destinatario: 'Loja',
  fecha_ini: '2026-11-18',
  fecha_fin: '2026-11-18',
  razon_social_transportista: 'LUIS',
  tipo_identificacion_transportista: '05',
  identificacion_transportista: '1712345675',
  placa: 'ABC-1234',
  destinos: [{ motivo: 'Venta' }],
}
const totals = () => within(screen.getByRole('complementary', { name: 'Totales de la factura' }))

/** A button of the totals panel, once it is rendered. */
const buttonOfTotals = async (name: string) => {
  await screen.findByRole('complementary', { name: 'Totales de la factura' })
  return totals().getByRole('button', { name })
}

describe('a new invoice', () => {
  it('opens at the client, with the number that comes next', async () => {
    open('/documento')
    expect(await screen.findByRole('combobox', { name: 'Cliente' })).toBe(document.activeElement)
    expect(screen.getByText('001-001-000000124')).toBeDefined()
  })

  it('begins with the client that its address names, with his mails and days of credit', async () => {
    open(`/documento/registro?de=persona.${ID}`, { [`GET /app/v1/persona/${ID}`]: ok(buildPersona({ dias_credito: 30 })) })
    expect(((await screen.findByLabelText('Correo para esta factura')) as HTMLInputElement).value).toBe('luz@ejemplo.ec')
    expect((screen.getByRole('combobox', { name: 'Cliente' }) as HTMLInputElement).value).toContain('PAPELERÍA LUZ')
    expect((screen.getByLabelText('Plazo') as HTMLInputElement).value).toBe('30')
    expect(screen.getByText('001-001-000000124')).toBeDefined()
  })

  it('leads an administrator to the signature that is missing, and tells another user who loads it', async () => {
    const without = { 'GET /app/v1/documento/contexto': ok({ ...contexto, certificado: null }) }
    open('/documento', without)
    expect((await screen.findByRole('link', { name: 'Cargar la firma electrónica' })).getAttribute('href')).toBe(
      '/empresa_perfil?seccion=firma',
    )
    cleanup()
    queryClient.clear()
    const { rol } = session
    session.rol = { id: 3, name: 'VENDEDOR' }
    open('/documento', without)
    expect(await screen.findByText('La carga un administrador de la empresa.')).toBeDefined()
    session.rol = rol
    expect(screen.queryByRole('link', { name: 'Cargar la firma electrónica' })).toBeNull()
  })

  it('says above what is missing, and leads to it', async () => {
    const { user } = open('/documento')
    await screen.findByRole('combobox', { name: 'Cliente' })
    await user.click(totals().getByRole('button', { name: 'Emitir' }))
    const heading = await screen.findByRole('heading', { name: 'Falta corregir 2 datos para emitir' })
    await waitFor(() => expect(heading.parentElement).toBe(document.activeElement))
    await user.click(screen.getByRole('button', { name: 'Elija el cliente, o consumidor final.' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Cliente' })).toBe(document.activeElement))
  })

  it('on a phone date, number, mail and payment are one row, which opens for what is wrong in it', async () => {
    setWindowWidth(390)
    const { user } = open('/documento')
    await screen.findByRole('combobox', { name: 'Cliente' })
    const fold = screen.getByText(/^20\/11\/2026 · 001-001-000000124$/).closest('details')
    expect(fold?.open).toBe(false)
    expect(fold?.querySelector('summary')?.textContent).toContain('Efectivo')
    await user.type(screen.getByLabelText('Correo para esta factura'), 'no es correo')
    await user.click(screen.getAllByRole('button', { name: 'Emitir' })[0] as HTMLElement)
    await user.click(await screen.findByRole('button', { name: /correo/i }))
    await waitFor(() => expect(screen.getByLabelText('Correo para esta factura')).toBe(document.activeElement))
    expect(fold?.open).toBe(true)
  })

  it('O-104 offers the draft that was left, and goes on with it', async () => {
    const contenido = {
      formato: 1,
      clave: 'clave-1',
      resumen: { cliente: 'ANA PÉREZ', total: '$11.50' },
      valores: {
        comprador: null,
        correos: 'luz@ejemplo.ec',
        fecha_emision: '2026-11-20',
        serie: '001-001',
        modo: 'NETO',
        lineas: [],
        pagos: [],
        recibido: '',
        propina: '',
        guia_remision: '',
        placa: '',
        info_adicional: [],
      },
    }
    const { user } = open('/documento', {
      'GET /app/v1/documento/borradores?sin_nombre=true': page([
        { id: ID, version: 3, sin_nombre: true, contenido, editado_en: '2026-11-20T19:32:00Z', autor: null, modificable: true },
      ]),
    })
    expect(await screen.findByRole('dialog', { name: 'Tiene un borrador del 20/11 a las 14:32.' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Continuar' }))
    expect(((await screen.findByLabelText('Correo para esta factura')) as HTMLInputElement).value).toBe('luz@ejemplo.ec')
  })

  it('O-100 the draft of another opens as one of its own: reading it changes nothing, and what is typed is saved under another id', async () => {
    const valores = {
      comprador: null,
      correos: 'luz@ejemplo.ec',
      fecha_emision: '2026-11-20',
      serie: '001-001',
      modo: 'NETO',
      lineas: [],
      pagos: [],
      recibido: '',
      propina: '',
      guia_remision: '',
      placa: 'ABC-1234',
      info_adicional: [],
    }
    const contenido = { formato: 1, clave: 'clave-1', resumen: { cliente: 'ANA PÉREZ', total: '$11.50' }, valores }
    const borrador = {
      id: ID,
      version: 3,
      sin_nombre: false,
      contenido,
      editado_en: '2026-11-20T19:32:00Z',
      autor: 'Luz Vera',
      modificable: false,
    }
    const { user, calls } = open(`/documento/${ID}`, {
      [`GET /app/v1/documento/borrador/${ID}`]: ok(borrador),
      'POST /app/v1/documento/create': ok({ ...borrador, autor: null, modificable: true }),
    })
    const correo = await screen.findByLabelText<HTMLInputElement>('Correo para esta factura')
    expect(correo.value).toBe('luz@ejemplo.ec')
    expect(await screen.findByText('Este borrador es de Luz Vera: lo que cambie se guarda como uno suyo.')).toBeDefined()
    const created = () => calls.find(({ route }) => route === 'POST /app/v1/documento/create')
    expect(created()).toBeUndefined()
    await user.type(correo, '{Backspace}')
    await waitFor(() => expect(created()).toBeDefined(), { timeout: 3_000 })
    const body = created()?.body as { id: string; contenido: { clave: string } }
    expect([body.id === ID, body.contenido.clave === 'clave-1']).toEqual([false, false])
  })
})

describe('a draft that is still being saved', () => {
  it('takes nobody back who has gone on to another page', async () => {
    const guardado = held(ok({ id: ID, version: 1, sin_nombre: false, editado_en: '2026-11-20T19:32:00Z', autor: null, modificable: true }))
    const { user, calls, router, address } = open(`/documento/registro?duplicar=${ID}`, { 'POST /app/v1/documento/create': guardado.reply })
    await user.click(await screen.findByRole('button', { name: 'Guardar borrador' }))
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain('POST /app/v1/documento/create'))
    await router.navigate('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    guardado.letGo()
    await screen.findByText('Borrador guardado exitosamente')
    expect(address()).toBe('/')
  })
})

describe('a draft saved in the very moment of leaving', () => {
  it('takes nobody back either: the router knows before the page is drawn', async () => {
    const guardado = held(ok({ id: ID, version: 1, sin_nombre: false, editado_en: '2026-11-20T19:32:00Z', autor: null, modificable: true }))
    const { user, calls, router, address } = open(`/documento/registro?duplicar=${ID}`, { 'POST /app/v1/documento/create': guardado.reply })
    await user.click(await screen.findByRole('button', { name: 'Guardar borrador' }))
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain('POST /app/v1/documento/create'))
    // Its code is loading, and nothing is rendered yet.
    const leaving = router.navigate('/')
    guardado.letGo()
    // The words go by themselves after a while, which a slow page may take to come.
    await Promise.all([leaving, screen.findByText('Borrador guardado exitosamente')])
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(address()).toBe('/')
  })
})

describe('a duplicate', () => {
  const path = `/documento/registro?duplicar=${ID}`

  it('the single payment follows the total, and change is given of what was received', async () => {
    const { user } = open(path)
    await user.type(await screen.findByLabelText('Recibido'), '20')
    expect(totals().getByText('$8.50')).toBeDefined()
    const quantity = screen.getByLabelText('Cantidad, línea 1')
    await user.clear(quantity)
    await user.type(quantity, '3')
    expect(await totals().findByText('$2.75')).toBeDefined()
  })

  it('O-58 above the ceiling of consumidor final it says so while the lines are typed, and leads to the client', async () => {
    const { user } = open(path)
    const quantity = await screen.findByLabelText('Cantidad, línea 1')
    await user.clear(quantity)
    await user.type(quantity, '20')
    expect(totals().queryByText(/se debe identificar/)).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Cliente' }))
    await user.clear(screen.getByRole('combobox', { name: 'Cliente' }))
    await user.click(await screen.findByRole('option', { name: /Consumidor final/ }))
    expect(totals().getByText(/Sobre \$50\.00 se debe identificar al comprador\./)).toBeDefined()
    await user.click(totals().getByRole('button', { name: 'Elegir el cliente' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Cliente' })).toBe(document.activeElement))
    await user.clear(quantity)
    await user.type(quantity, '1')
    expect(totals().queryByText(/se debe identificar/)).toBeNull()
  })

  it('O-55 O-50 sends the whole form once, with today and its key; what the server refuses stands at its field', async () => {
    const { user, calls } = open(path, {}, () =>
      refusal(422, { msg: 'Revise los datos ingresados', data: [{ campo: 'lineas.0.precio_unitario', message: 'Precio no permitido.' }] }),
    )
    await screen.findByLabelText('Cantidad, línea 1')
    await user.click(totals().getByRole('button', { name: 'Emitir' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Emitir la factura 001-001-000000124' }))
    expect(dialog.getByText('ana@ejemplo.ec')).toBeDefined()
    await user.dblClick(dialog.getByRole('button', { name: 'Emitir' }))
    expect(await screen.findByRole('button', { name: 'Línea 1: Precio no permitido.' })).toBeDefined()
    const sent = emissionsOf(calls)
    expect(sent.length).toBe(1)
    expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[0]?.body).toMatchObject({
      fecha_emision: '2026-11-20',
      pagos: [{ forma_pago: '01', total: 11_500_000 }],
      lineas: [{ cantidad: 2_000_000 }],
    })
    expect(screen.getByLabelText('Precio unitario, línea 1').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('one page for an issued document', () => {
  const emitido = buildComprobante({ id: ID, numero: '001-001-000000124' })

  it('«Emitir» leads to it', async () => {
    const { user, address, calls } = open(`/documento/registro?duplicar=${ID}`, {}, () => ok(emitido))
    await user.click(await buttonOfTotals('Emitir'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Emitir' }))
    await waitFor(() => expect(address()).toMatch(/^\/comprobante\/[0-9a-f-]{36}$/))
    expect(emissionsOf(calls).length).toBe(1)
  })

  it('its editor’s address leads to it', async () => {
    const { address } = open(`/documento/${ID}`, {
      [`GET /app/v1/documento/borradores/${ID}`]: refusal(404, {}),
      [`GET /app/v1/documento/${ID}`]: ok(emitido),
      [`GET /app/v1/comprobante/${ID}`]: ok(emitido),
    })
    expect(await screen.findByRole('heading', { name: 'Factura 001-001-000000124' })).toBeDefined()
    expect(address()).toBe(`/comprobante/${ID}`)
  })
})

describe('O-102 a negocio popular', () => {
  const POPULAR = { ...contexto, condiciones: [{ tipo: 'REGIMEN' as const, desde: '2020-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' }] }
  const answers = { 'GET /app/v1/documento/contexto': ok(POPULAR), 'GET /app/v1/documento/ultima': ok({ ...form, propina: 1_000_000 }) }

  it.each([
    ['duplicates', `/documento/registro?duplicar=${ID}`],
    ['repeats', '/documento'],
  ])('%s an old sale at 15 %% without IVA', async (verb, path) => {
    const { user, calls } = open(path, answers, () => refusal(422, { msg: 'No', data: [] }))
    if (verb === 'repeats') await user.click(await screen.findByRole('button', { name: 'Repetir la última venta' }))
    await screen.findByDisplayValue('Resma')
    await user.click(await buttonOfTotals('Emitir'))
    await user.click(within(await screen.findByRole('dialog', { name: /^Emitir la factura/ })).getByRole('button', { name: 'Emitir' }))
    await waitFor(() => expect(emissionsOf(calls).length).toBe(1))
    const sent = emissionsOf(calls)[0]?.body as FacturaForm
    expect([sent.lineas.map(({ iva }) => iva), sent.pagos.map(({ total }) => total), sent.propina]).toEqual([[1], [10_000_000], 0])
  })
})

it('after the last sale is repeated the focus is where the next line begins', async () => {
  const { user } = open('/documento', { 'GET /app/v1/documento/ultima': ok(form) })
  ;(await screen.findByRole('button', { name: 'Repetir la última venta' })).focus()
  await user.keyboard('{Enter}')
  await screen.findByDisplayValue('Resma')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('lineas.1.codigo'))
})

it('the preview belongs to one invoice: the next one opens without it', async () => {
  const { user, calls } = open(`/documento/registro?duplicar=${ID}`)
  await user.click(await screen.findByRole('button', { name: 'Vista previa' }))
  expect(await within(await screen.findByRole('dialog', { name: 'Vista previa' })).findByText('Resma')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Vista previa' }))
  cleanup()
  queryClient.clear()
  open('/documento')
  await screen.findByRole('combobox', { name: 'Cliente' })
  expect(screen.queryByRole('dialog', { name: 'Vista previa' })).toBeNull()
  expect(calls.filter(({ route }) => route.startsWith('PUT /app/v1/preferencia'))).toEqual([])
})

it('ui §5 a key in one line draws no other line again', async () => {
  const { user } = open(`/documento/registro?duplicar=${ID}`, {
    [DUPLICATE]: ok({ ...form, lineas: [form.lineas[0], { ...form.lineas[0], codigo: 'A-2' }, { ...form.lineas[0], codigo: 'A-3' }] }),
  })
  const quantity = await screen.findByLabelText('Cantidad, línea 1')
  await user.click(quantity)
  // Each row calls it when it renders.
  const drawn = vi.spyOn(problemas, 'problemasOfLinea')
  await user.keyboard('347')
  expect(await totals().findByText('$2,018.25')).toBeDefined()
  expect(new Set(drawn.mock.calls.map(([{ codigo }]) => codigo))).toEqual(new Set(['A-1']))
  drawn.mockRestore()
})

describe('the special parts of a factura', () => {
  const special = async (user: ReturnType<typeof open>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Añadir datos especiales', hidden: true }))
    await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
    return within(await screen.findByRole('dialog', { name }))
  }
  const write = async (user: ReturnType<typeof open>['user'], field: HTMLElement, text: string) => {
    await user.click(field)
    await user.paste(text)
  }
  const issued = async (user: ReturnType<typeof open>['user'], calls: ReturnType<typeof open>['calls']) => {
    await user.click(totals().getByRole('button', { name: 'Emitir' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Emitir' }))
    await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
    return emissionsOf(calls)[0]?.body as FacturaForm
  }

  it('an export, rubros de terceros and a negociable are typed, counted and sent', async () => {
    const { user, calls } = open(`/documento/registro?duplicar=${ID}`)
    const exportacion = await special(user, 'Exportación')
    await user.click(exportacion.getByRole('button', { name: 'Listo' }))
    expect(await exportacion.findAllByText('Este campo es requerido.')).toHaveLength(4)
    for (const [label, text] of [
      ['Lugar del incoterm', 'Guayaquil'],
      ['Puerto de embarque', 'Guayaquil'],
      ['Puerto de destino', 'Miami'],
      ['Flete internacional', '3,50'],
    ] as const)
      await write(user, exportacion.getByLabelText(label), text)
    await user.selectOptions(exportacion.getByLabelText('País de destino'), 'ESTADOS UNIDOS (110)')
    await user.click(exportacion.getByRole('button', { name: 'Listo' }))
    const rubros = await special(user, 'Rubros de terceros')
    await write(user, rubros.getByLabelText('Concepto 1'), 'Tasa de bomberos')
    await write(user, rubros.getByLabelText('Valor 1'), '1')
    await user.click(rubros.getByRole('button', { name: 'Listo' }))
    const negociable = await special(user, 'Factura comercial negociable')
    await user.click(negociable.getByRole('button', { name: 'Listo' }))
    expect(
      await screen.findByText('Incluye: datos de exportación, rubros de terceros por $1.00, factura comercial negociable'),
    ).toBeDefined()
    const sent = await issued(user, calls)
    expect(sent).toMatchObject({
      exportacion: { pais_origen: '593', pais_destino: '110', flete: 3_500_000, seguro: 0 },
      rubros_terceros: [{ concepto: 'Tasa de bomberos', total: 1_000_000 }],
      negociable: {},
      pagos: [{ total: 16_000_000 }],
    })
  })

  it('a reembolso carries the IVA of its day, and commercial transport its plate and the code of every line', async () => {
    const { user, calls } = open(`/documento/registro?duplicar=${ID}`)
    const reembolsos = await special(user, 'Reembolsos de gastos')
    for (const [label, text] of [
      ['Número de identificación', '1790012345001'],
      ['Número', '001-001-000000045'],
      ['Autorización', '1234567890'],
      ['Base con IVA', '10'],
      ['Base 0%', '2'],
    ] as const)
      await write(user, reembolsos.getByLabelText(label), text)
    await user.click(reembolsos.getByRole('button', { name: 'Listo' }))
    const transporte = await special(user, 'Transporte comercial')
    await user.type(transporte.getByLabelText('Placa'), 'abc-123')
    await user.click(transporte.getByRole('button', { name: 'Listo' }))
    const sent = await issued(user, calls)
    expect(sent.placa).toBe('ABC0123')
    expect(sent.lineas.map(({ codigo_auxiliar: codigo }) => codigo)).toEqual(['H492001'])
    expect(sent.reembolsos).toMatchObject([
      {
        numero: '001-001-000000045',
        impuestos: [
          { codigo: '2', codigo_porcentaje: '4', base: 10_000_000, valor: 1_500_000 },
          { codigo: '2', codigo_porcentaje: '0', base: 2_000_000, valor: 0 },
        ],
      },
    ])
  })

  it('the price without subsidy of a line goes out and comes back', async () => {
    const [linea] = form.lineas
    const { user, calls } = open(`/documento/registro?duplicar=${ID}`, {
      [DUPLICATE]: ok({ ...form, lineas: [{ ...linea, precio_sin_subsidio: 6_000_000 }] }),
    })
    await buttonOfTotals('Emitir')
    expect((await issued(user, calls)).lineas[0]?.precio_sin_subsidio).toBe(6_000_000)
  })

  it('one discount over all lines, and the lines of the client’s last factura', async () => {
    const persona = '55555555-5555-4555-8555-555555555555'
    const { user, calls } = open(`/documento/registro?duplicar=${ID}`, {
      [DUPLICATE]: ok({ ...form, comprador: { ...form.comprador, persona_id: persona } }),
      [`GET /app/v1/documento/ultima?persona_id=${persona}`]: ok({ ...form, lineas: [{ ...form.lineas[0], cantidad: 4_000_000 }] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Descuento global' }))
    const descuento = within(await screen.findByRole('dialog', { name: 'Descuento global' }))
    await user.type(descuento.getByLabelText('Descuento'), '10')
    await user.click(descuento.getByRole('button', { name: 'Aplicar' }))
    expect(await totals().findByText('$10.35')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Líneas de su última factura' })).toBeNull()
    await user.click(screen.getByLabelText('Cantidad, línea 1'))
    await user.keyboard('{Control>}{Delete}{/Control}')
    await user.click(await screen.findByRole('button', { name: 'Líneas de su última factura' }))
    expect(await totals().findByText('$23.00')).toBeDefined()
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toMatch(/^lineas\.\d\.codigo$/))
    expect(calls.some(({ route }) => route.includes('persona_id'))).toBe(true)
  })

  it('shows them, counts them, sends them, and takes out what is not wanted', async () => {
    const whole: FacturaForm = {
      ...form,
      rubros_terceros: [{ concepto: 'Tasa de bomberos', total: montoOf(3_500_000) }],
      sustitutiva_guia: SUSTITUTIVA,
    }
    const { user, calls } = open(`/documento/registro?duplicar=${ID}`, { [DUPLICATE]: ok(whole) }, () =>
      refusal(422, { msg: 'Revise', data: [{ campo: 'sustitutiva_guia.fecha_ini', message: 'Ya pasó.' }] }),
    )
    expect(await screen.findByText('Incluye: rubros de terceros por $3.50, sustitutiva de guía')).toBeDefined()
    expect(totals().getByText('Otros rubros').nextSibling?.textContent).toBe('$3.50')
    const issue = async () => {
      await user.click(totals().getByRole('button', { name: 'Emitir' }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Emitir' }))
    }
    await issue()
    await user.click(await screen.findByRole('button', { name: 'Ya pasó.' }))
    const change = screen.getByRole('button', { name: 'Cambiar: sustitutiva de guía', hidden: true })
    await waitFor(() => expect(document.activeElement).toBe(change))
    await user.click(screen.getByRole('button', { name: 'Quitar: sustitutiva de guía', hidden: true }))
    expect(screen.getByText('Incluye: rubros de terceros por $3.50')).toBeDefined()
    await issue()
    await waitFor(() => expect(emissionsOf(calls).length).toBe(2))
    expect(
      emissionsOf(calls)
        .map(({ body }) => body as FacturaForm)
        .map((sent) => [sent.sustitutiva_guia, sent.rubros_terceros, sent.pagos[0]?.total]),
    ).toEqual([
      [SUSTITUTIVA, whole.rubros_terceros, 15_000_000],
      [undefined, whole.rubros_terceros, 15_000_000],
    ])
  })
})

describe('O-58 emission without a dialog', () => {
  const preferring = (opciones: object) => ({ 'GET /app/v1/preferencia/documento': ok({ ocultas: [], densidad: 'NORMAL', opciones }) })
  const path = `/documento/registro?duplicar=${ID}`
  const refused = () => refusal(422, { msg: 'No', data: [] })

  it('below a figure of one’s own', async () => {
    const { user, calls } = open(path, preferring({ sin_confirmar_hasta: 11_500_000 }), refused)
    await user.click(await buttonOfTotals('Emitir'))
    await waitFor(() => expect(emissionsOf(calls).length).toBe(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks above it, and where there is something to warn of', async () => {
    const warned = { ...form, comprador: { ...form.comprador, tipo_identificacion: '04' as const, identificacion: '1790012346001' } }
    for (const [opciones, factura] of [
      [{ sin_confirmar_hasta: 11_490_000 }, form],
      [{ sin_confirmar_hasta: 50_000_000 }, warned],
    ] as const) {
      const { user, calls } = open(path, { ...preferring(opciones), [DUPLICATE]: ok(factura) }, refused)
      await user.click(await buttonOfTotals('Emitir'))
      expect(await screen.findByRole('dialog', { name: /^Emitir la factura/ })).toBeDefined()
      expect(emissionsOf(calls)).toEqual([])
      cleanup()
      queryClient.clear()
    }
  })

  it('O-55 asks where the day changed while the computer slept, and issues with the day it is when it is pressed', async () => {
    const { user, calls } = open(path, preferring({ sin_confirmar_hasta: 50_000_000 }), refused)
    const emit = await buttonOfTotals('Emitir')
    setNow('2026-11-21T23:59:59-05:00')
    await user.click(emit)
    const dialog = within(await screen.findByRole('dialog', { name: /^Emitir la factura/ }))
    expect(dialog.getByText('Se emitirá con la fecha de hoy, 21/11/2026: el SRI pide transmitir el mismo día.')).toBeDefined()
    setNow('2026-11-22T00:00:00-05:00')
    await user.click(dialog.getByRole('button', { name: 'Emitir' }))
    expect(await screen.findByText('Se emitirá con la fecha de hoy, 22/11/2026: el SRI pide transmitir el mismo día.')).toBeDefined()
    expect(emissionsOf(calls)).toEqual([])
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Emitir' }))
    await waitFor(() => expect(emissionsOf(calls).map(({ body }) => (body as FacturaForm).fecha_emision)).toEqual(['2026-11-22']))
  })

  it('never above the ceiling of consumidor final', () => {
    expect(sinConfirmarHasta({ sinConfirmarHasta: montoOf(900_000_000) }, '2026-11-20')).toBe(50_000_000)
    expect(sinConfirmarHasta({ sinConfirmarHasta: 0 }, '2026-11-20')).toBe(0)
  })

  it('the figure is kept on the server, with the other preferences; one above the ceiling is refused', async () => {
    const { user, calls } = open('/documento', { ...preferring({ impresion: 'TICKET' }), 'PUT /app/v1/preferencia/documento': ok({}) })
    await user.click(await screen.findByRole('button', { name: 'Teclas (?)' }))
    const field = await screen.findByLabelText('Emitir sin confirmar hasta $')
    await user.type(field, '60{Enter}')
    expect(screen.getByText('Escriba un valor de 0 a $50.00.')).toBeDefined()
    await user.clear(field)
    await user.type(field, '20,5{Enter}')
    await waitFor(() =>
      expect(calls.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body)).toEqual([
        { ocultas: [], densidad: 'NORMAL', opciones: { impresion: 'TICKET', sin_confirmar_hasta: 20_500_000 } },
      ]),
    )
    expect(localStorage.getItem('app-config') ?? '').not.toContain('documento')
  })
})

describe('O-97 a rejected invoice', () => {
  afterEach(() => setWindowWidth(1280))
  const correct = (mensaje: object, replies: Parameters<typeof fakeApi>[0] = {}) => {
    const mensajes = [{ mensaje: 'ERROR', tipo: 'ERROR', causa: 'La causa.', ...mensaje }]
    const detalle = { id: ID, numero: '001-001-000000009', fecha_emision: '2026-11-18', version: 1, accion: 'CORREGIR', mensajes }
    return open(`/documento/${ID}?corregir=1`, { [`GET /app/v1/documento/${ID}`]: ok(detalle), ...replies }, () =>
      refusal(422, { msg: 'No', data: [] }),
    )
  }
  const diferencias = { identificador: '52', campo: 'infoFactura.importeTotal', remedio: 'Revise las líneas.' }

  it.each([
    ['documento:emitir', 'Guardar borrador', 'Corregir y reenviar'],
    ['documento:crear', undefined, 'Guardar borrador'],
  ])('O-08 without %s nothing is offered that the server would refuse', async (missing, shown, absent) => {
    const { collections } = session
    session.collections = collections.filter((right) => right !== missing)
    if (missing === 'documento:emitir') open('/documento', {}, () => refusal(422, { msg: 'No', data: [] }))
    else correct(diferencias, { [DUPLICATE]: ok(form) })
    await screen.findByText(shown ?? /no puede preparar documentos/)
    session.collections = collections
    for (const name of [absent, 'Emitir']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('O-100 never leads to a price that this user may not change, but to the product it comes from', async () => {
    const { collections } = session
    session.collections = collections.filter((right) => right !== 'documento:cambiar_precio')
    const [linea] = form.lineas
    correct(diferencias, { [DUPLICATE]: ok({ ...form, lineas: [{ ...linea, producto_id: ID }] }) })
    const producto = await screen.findByLabelText('Producto, línea 1')
    session.collections = collections
    await waitFor(() => expect(document.activeElement).toBe(producto))
    expect(screen.getByLabelText<HTMLInputElement>('Precio unitario, línea 1').readOnly).toBe(true)
    expect(document.getElementById(producto.getAttribute('aria-describedby') ?? '')?.textContent).toContain('SRI 52')
  })

  it('on a phone begins at the words of the SRI, over which nothing opens', async () => {
    setWindowWidth(390)
    correct(diferencias)
    await waitFor(() => expect(document.activeElement?.textContent).toContain('SRI 52: ERROR'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('marks the field to mend, with the focus there until it is mended, and the words of the SRI stand once', async () => {
    const { user } = correct({ identificador: '69', campo: 'infoFactura.identificacionComprador', remedio: 'Corrija la identificación.' })
    const client = await screen.findByRole('combobox', { name: 'Cliente' })
    await waitFor(() => expect(document.activeElement).toBe(client))
    const mark = 'SRI 69: lo que observó está arriba.'
    expect(screen.getByText(mark)).toBeDefined()
    expect([screen.getAllByText(/ERROR/).length, screen.getAllByText(/Corrija la identificación/).length]).toEqual([1, 1])
    await user.clear(client)
    await user.click(await screen.findByRole('option', { name: /consumidor final/i }))
    await waitFor(() => expect(screen.queryByText(mark)).toBeNull())
  })

  it('leads to the line that the sums come from; without a field, to the words themselves', async () => {
    correct({ identificador: '52', campo: 'infoFactura.importeTotal', remedio: 'Revise las líneas.' })
    const price = await screen.findByLabelText('Precio unitario, línea 1')
    await waitFor(() => expect(document.activeElement).toBe(price))
    expect(price.getAttribute('aria-invalid')).toBe('true')
    cleanup()
    queryClient.clear()
    correct({ identificador: '39', remedio: 'Revise la firma.' })
    await waitFor(() => expect(document.activeElement?.textContent).toContain('SRI 39: ERROR'))
  })
})

it('O-97 corrects a rejected invoice with its own number and date, under the words of the SRI', async () => {
  const mensajes = [
    {
      identificador: '52',
      mensaje: 'ERROR EN DIFERENCIAS',
      tipo: 'ERROR',
      causa: 'Los totales no cuadran.',
      remedio: 'Revise las líneas.',
    },
  ]
  const detalle = { id: ID, numero: '001-001-000000009', fecha_emision: '2026-11-18', version: 1, accion: 'CORREGIR', mensajes }
  const { user, calls } = open(`/documento/${ID}?corregir=1`, { [`GET /app/v1/documento/${ID}`]: ok(detalle) }, () =>
    refusal(422, { msg: 'No', data: [] }),
  )
  expect(await screen.findByRole('heading', { name: 'Corregir factura 001-001-000000009' })).toBeDefined()
  expect(screen.getByText('SRI 52: ERROR EN DIFERENCIAS')).toBeDefined()
  await user.click(totals().getByRole('button', { name: 'Corregir y reenviar' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Corregir y reenviar' }))
  await waitFor(() => expect(emissionsOf(calls).map(({ route }) => route)).toEqual([`POST /app/v1/documento/corregir/${ID}`]))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({ fecha_emision: '2026-11-18' })
})
