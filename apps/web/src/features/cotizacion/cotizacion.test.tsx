import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Cotizacion, type CotizacionFila, type CotizacionForm } from '@yupana/contract'
import { displayNumero, montoOf } from '@yupana/fiscal'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { setNow } from '../../testing/open-editor.tsx'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const FACTURA = '44444444-4444-4444-8444-444444444444'
const form: CotizacionForm = {
  establecimiento: '001',
  punto: '001',
  validez_dias: 15,
  modo: 'NETO',
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] },
  lineas: [
    {
      descripcion: 'Cámara',
      cantidad: 2_000_000,
      precio_unitario: montoOf(100_000_000),
      descuento: 0,
      iva: montoOf(6),
      detalles_adicionales: [],
    },
  ],
  condiciones: 'Contado',
  info_adicional: [],
}
const fila: CotizacionFila = {
  id: ID,
  numero: '001-001-000000007',
  fecha_emision: '2026-11-20',
  vence: '2026-12-05',
  estado: 'BORRADOR',
  receptor_identificacion: '1712345675',
  receptor_nombre: 'ANA PÉREZ',
  total: montoOf(230_000_000),
  vendedor: 'Víctor Vega',
  factura: null,
  version: 1,
  creado_en: '2026-11-20T15:00:00Z',
  editado_en: '2026-11-20T15:00:00Z',
}
const guardada: Cotizacion = {
  ...fila,
  form,
  calculo: { subtotal: montoOf(200_000_000), descuento: 0, impuestos: [], total: montoOf(230_000_000), lineas: [] },
  respuesta: null,
  con_enlace: false,
  facturas: [],
  resto: [],
  version_enviada: null,
}
const ANA = { id: ID, roles: ['cliente'], ...form.comprador, telefonos: [], direccion: null, dias_credito: 30 }

function open(path: string, replies: Parameters<typeof fakeApi>[0] = {}, collections: (typeof COLLECTIONS)[number][] = [...COLLECTIONS]) {
  const session = buildSession({ menus: [{ to: '/cotizacion', label: 'Cotizaciones' }], collections })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/documento/contexto': ok(buildContexto()),
    'GET /app/v1/preferencia/cotizacion': ok({ ocultas: [], densidad: 'NORMAL' }),
    'GET /app/v1/cotizacion/sumar': ok({ exact: true, cantidad: 2, total: 460_000_000 }),
    'GET /app/cotizacion/generar-nro-documento?establecimiento=001&punto=001': ok({
      establecimiento: '001',
      punto: '001',
      secuencial: 7,
      numero: fila.numero,
    }),
    'GET /app/v1/persona/search?page=0&size=10&q=171&rol=cliente&activo=true': page([ANA]),
    'GET /app/v1/persona/search?page=0&size=10&q=171&activo=true': page([ANA]),
    [`GET /app/cotizacion/${ID}`]: ok(guardada),
    [`GET /app/v1/cotizacion/duplicar/${ID}`]: ok(form),
    ...replies,
  })
  return { calls, ...renderApp(path) }
}
beforeEach(() => setNow())

const ASKED = `GET /app/v1/auth/empresa_de_documento/${ID}`
const absent = refusal(404, { status: '404', msg: 'No existe', data: [] })

it.each([
  [`/cotizacion/${ID}`, `GET /app/cotizacion/${ID}`],
  [`/cotizacion/registro?duplicar=${ID}`, `GET /app/v1/cotizacion/duplicar/${ID}`],
])('O-118 %s of another company of this person names it, with the way there', async (path, read) => {
  open(path, { [read]: absent, [ASKED]: ok({ id: FACTURA, name: 'TABLERO' }) })
  expect(await screen.findByText('Este documento es de TABLERO.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Abrir en TABLERO' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

it('one that none of the companies has does not exist', async () => {
  open(`/cotizacion/${ID}`, { [`GET /app/cotizacion/${ID}`]: absent, [ASKED]: absent })
  expect(await screen.findByText('Esta cotización no existe o fue eliminada.')).toBeDefined()
})

const guardar = () =>
  within(screen.getByRole('complementary', { name: 'Totales de la cotización' })).getByRole('button', { name: 'Guardar' })
const sent = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)

it('O-16 shows the number it would have, and saves what was typed under the key of its content', async () => {
  const { user, calls } = open('/cotizacion/registro', { 'POST /app/cotizacion/create': ok({ ...guardada, avisos: [] }) })
  await user.type(await screen.findByRole('combobox', { name: 'Cliente' }), '171')
  await user.click(await screen.findByRole('option', { name: /ANA PÉREZ/ }))
  expect(await screen.findByText(fila.numero)).toBeDefined()
  await user.type(screen.getByLabelText('Descripción, línea 1'), 'Cámara')
  await user.type(screen.getByLabelText('Cantidad, línea 1'), '1')
  await user.type(screen.getByLabelText('Precio unitario, línea 1'), '100')
  expect(screen.getByText('Hasta el 05/12/2026')).toBeDefined()
  await user.click(guardar())
  expect(await screen.findByRole('heading', { name: `Cotización ${fila.numero}` })).toBeDefined()
  expect(sent(calls, 'POST /app/cotizacion/create')).toMatchObject([
    {
      establecimiento: '001',
      punto: '001',
      fecha_emision: '2026-11-20',
      validez_dias: 15,
      comprador: { razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] },
      lineas: [{ descripcion: 'Cámara', cantidad: 1_000_000, precio_unitario: 100_000_000 }],
    },
  ])
})

it('tells what is missing, and what the server refuses, at its field', async () => {
  const { user, calls } = open(`/cotizacion/registro?duplicar=${ID}`, {
    'POST /app/cotizacion/create': refusal(422, {
      msg: 'Revise los datos ingresados',
      data: [{ message: 'Su usuario no puede dar descuentos.', campo: 'lineas.0.descuento' }],
    }),
  })
  const dias = await screen.findByLabelText('Días de validez')
  await user.clear(dias)
  await user.click(guardar())
  expect(within(await screen.findByRole('alert', { name: 'Falta corregir un dato para guardar' })).getByText(/de 1 a 365/)).toBeDefined()
  expect(sent(calls, 'POST /app/cotizacion/create')).toEqual([])
  await user.type(dias, '30')
  await user.click(guardar())
  expect(await screen.findByRole('button', { name: /Línea 1: Su usuario no puede dar descuentos/ })).toBeDefined()
})

it('O-74 what was saved without changes is not saved again: sent, it would be a draft once more', async () => {
  open(`/cotizacion/${ID}`, { [`GET /app/cotizacion/${ID}`]: ok({ ...guardada, estado: 'ENVIADA', version_enviada: 2 }) })
  await screen.findByText('Su cliente tiene la versión 2: si la cambia, aquella se conserva y esta vuelve a ser un borrador.')
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Guardada' })) expect(button.disabled).toBe(true)
})

it('O-74 what was invoiced is only read, and leads to its factura', async () => {
  const factura = { id: FACTURA, numero: '001-001-000000123' }
  const facturada = { ...guardada, estado: 'FACTURADA' as const, factura, facturas: [factura] }
  const { user } = open(`/cotizacion/${ID}`, { [`GET /app/cotizacion/${ID}`]: ok(facturada) })
  const link = await screen.findByRole('link', { name: factura.numero })
  expect(link.getAttribute('href')).toContain(`/comprobante/${FACTURA}`)
  expect(screen.queryByRole('button', { name: /^Guarda/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Facturar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Más acciones' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Enviar por correo',
    'Enlace para el cliente',
    'Duplicar',
  ])
})

it('O-08 without the rights a quote is read and taken along, nothing else', async () => {
  open(`/cotizacion/${ID}`, {}, [])
  expect(await screen.findByRole('button', { name: 'Descargar PDF' })).toBeDefined()
  for (const name of ['Guardar', 'Facturar', 'Más acciones']) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('O-74 accepting asks for a note and sends the version that was read', async () => {
  const enviada = { ...guardada, estado: 'ENVIADA' as const, version: 4 }
  const { user, calls } = open(`/cotizacion/${ID}`, {
    [`GET /app/cotizacion/${ID}`]: ok(enviada),
    [`POST /app/v1/cotizacion/estado/${ID}`]: ok({
      ...enviada,
      estado: 'ACEPTADA',
      version: 5,
      respuesta: { nota: 'Por teléfono', en: '2026-11-20T20:00:00Z' },
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Marcar como aceptada' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Nota' }), 'Por teléfono')
  await user.click(within(dialog).getByRole('button', { name: 'Marcar como aceptada' }))
  expect(await screen.findByText(/«Por teléfono»/)).toBeDefined()
  expect(sent(calls, `POST /app/v1/cotizacion/estado/${ID}`)).toEqual([{ estado: 'ACEPTADA', version: 4, nota: 'Por teléfono' }])
})

it('O-74 is mailed to the client, with a few words, and then stands as sent', async () => {
  const enviada = { ...guardada, estado: 'ENVIADA' as const, version: 2, con_enlace: true }
  const route = `POST /app/v1/cotizacion/correo/${ID}`
  const { user, calls } = open(`/cotizacion/${ID}`, { [route]: ok(enviada) })
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Enviar por correo' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Correo 1/ }).value).toBe('ana@ejemplo.ec')
  await user.type(within(dialog).getByRole('textbox', { name: 'Mensaje al cliente' }), 'Incluye el transporte')
  await user.click(within(dialog).getByRole('button', { name: 'Enviar correo' }))
  expect(await screen.findByText('Su cliente tiene un enlace a ella.')).toBeDefined()
  expect(sent(calls, route)).toEqual([{ version: 1, correos: ['ana@ejemplo.ec'], mensaje: 'Incluye el transporte' }])
})

it('O-74 hands over a link, which sends a draft, and takes it back after asking', async () => {
  const enviada = { ...guardada, estado: 'ENVIADA' as const, version: 2, con_enlace: true }
  const enlace = 'https://ejemplo.ec/c/secreto'
  const { user, calls } = open(`/cotizacion/${ID}`, {
    [`POST /app/v1/cotizacion/enlace/${ID}`]: ok({ enlace, cotizacion: enviada }),
    [`DELETE /app/v1/cotizacion/enlace/${ID}`]: ok({ ...enviada, con_enlace: false }),
  })
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Enlace para el cliente' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Enlace').value).toBe(enlace)
  expect(sent(calls, `POST /app/v1/cotizacion/enlace/${ID}`)).toEqual([{ version: 1 }])
  await user.click(within(dialog).getAllByRole('button', { name: 'Cerrar' })[0]!)
  expect(await screen.findByText('Su cliente tiene un enlace a ella.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Retirar el enlace' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirar el enlace' }))
  await waitFor(() => expect(screen.queryByText('Su cliente tiene un enlace a ella.')).toBeNull())
})

it('O-74 tells which facturas took a part of it and what is left', async () => {
  const factura = { id: FACTURA, numero: '001-001-000000009' }
  const [linea] = form.lineas
  const parcial = {
    ...guardada,
    estado: 'FACTURADA_EN_PARTE' as const,
    factura,
    facturas: [factura],
    resto: [linea!.cantidad - 500_000],
  }
  const { user } = open(`/cotizacion/${ID}`, { [`GET /app/cotizacion/${ID}`]: ok(parcial) })
  expect((await screen.findByRole('link', { name: factura.numero })).getAttribute('href')).toBe(`/comprobante/${FACTURA}`)
  expect(within(screen.getByText('Queda por facturar').closest('details')!).getByRole('listitem').textContent).toBe(
    `${displayNumero(linea!.cantidad - 500_000)} de ${displayNumero(linea!.cantidad)} ${linea!.descripcion}`,
  )
  expect(screen.getByRole('button', { name: 'Facturar lo que queda' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Más acciones' }))
  expect(await screen.findByRole('menuitem', { name: 'Duplicar' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Eliminar' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Marcar como rechazada' })).toBeNull()
})

it('O-74 what is left of it is given up with a note, told as such, and taken up again', async () => {
  const factura = { id: FACTURA, numero: '001-001-000000009' }
  const parcial = { ...guardada, estado: 'FACTURADA_EN_PARTE' as const, factura, facturas: [factura], resto: [500_000], version: 3 }
  const cerrada = {
    ...parcial,
    estado: 'FACTURADA' as const,
    version: 4,
    respuesta: { nota: 'Se llevó otro modelo', en: '2026-11-20T15:00:00Z' },
  }
  const ESTADO = `POST /app/v1/cotizacion/estado/${ID}`
  const { user, calls } = open(`/cotizacion/${ID}`, {
    [`GET /app/cotizacion/${ID}`]: ok(parcial),
    [ESTADO]: [ok(cerrada), ok({ ...parcial, version: 5 })],
  })
  await user.click(await screen.findByRole('button', { name: 'Dar por cumplida' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Dar por cumplida la cotización ${fila.numero}` }))
  await user.type(dialog.getByLabelText('Nota'), 'Se llevó otro modelo')
  await user.click(dialog.getByRole('button', { name: 'Dar por cumplida' }))
  expect(await screen.findByText(/^Se dio por cumplida el .+: «Se llevó otro modelo»\.$/)).toBeDefined()
  expect(screen.queryByText(/^Aceptada/)).toBeNull()
  expect(screen.getByText('No se facturó')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Volver a abrir lo que queda' }))
  expect(await screen.findByText('Queda por facturar')).toBeDefined()
  expect(sent(calls, ESTADO)).toEqual([
    { estado: 'RECHAZADA', version: 3, nota: 'Se llevó otro modelo' },
    { estado: 'BORRADOR', version: 4 },
  ])
})

it('R-7.3.6 the list shows its states, and offers what each state allows', async () => {
  const vencida = { ...fila, id: FACTURA, numero: '001-001-000000006', estado: 'VENCIDA' as const }
  const { user } = open('/cotizacion', { 'GET /app/cotizacion/search?page=0&size=5': page([fila, vencida]) })
  await waitFor(() => expect(screen.getByRole('cell', { name: 'Vencida' })).toBeDefined())
  const actions = async (numero: string) => {
    await user.click(screen.getByRole('button', { name: `Acciones de ${numero}` }))
    const labels = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    await user.keyboard('{Escape}')
    return labels
  }
  expect(await actions(fila.numero)).toEqual(['Editar', 'Descargar PDF', 'Facturar', 'Marcar como enviada', 'Duplicar', 'Eliminar'])
  expect(await actions(vencida.numero)).toEqual(['Editar', 'Descargar PDF', 'Duplicar', 'Eliminar'])
})

const filaDe = (n: number, estado: CotizacionFila['estado'] = 'BORRADOR'): CotizacionFila => ({
  ...fila,
  id: `33333333-3333-4333-8333-33333333333${n}`,
  numero: `001-001-00000000${n}`,
  estado,
})
const resultados = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('list', { name: 'Resultado de cada uno' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('tells what all that the filters leave comes to, and takes it along as it shows', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  const columnas = 'numero%2Cfecha_emision%2Creceptor_nombre%2Cvence%2Cestado%2Ctotal'
  const { user, calls } = open('/cotizacion?estado=BORRADOR&sort=total%2CASC', {
    'GET /app/cotizacion/search?page=0&size=5&sort=total%2CASC&estado=BORRADOR': page([fila]),
    'GET /app/v1/cotizacion/sumar?estado=BORRADOR': ok({ exact: true, cantidad: 12, total: 460_000_000 }),
    [`GET /app/v1/cotizacion/exportar?sort=total%2CASC&estado=BORRADOR&formato=csv&columnas=${columnas}`]: { body: 'Número' },
  })
  expect((await screen.findByText('Suma de los resultados')).parentElement?.textContent).toContain('12 cotizaciones $460.00')
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  await user.click(await screen.findByRole('button', { name: 'CSV (.csv)' }))
  await waitFor(() => expect(calls.filter(({ route }) => route.includes('/exportar'))).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Vistas' })).toBeDefined()
})

it('all results are chosen over pages; each one that is deleted has its own result, what was accepted stays', async () => {
  const all = [filaDe(1), filaDe(2, 'ACEPTADA'), filaDe(3, 'VENCIDA'), filaDe(4), filaDe(5), filaDe(6)]
  const remove = (n: number) => `DELETE /app/cotizacion/delete/${filaDe(n).id}`
  const { user, calls } = open('/cotizacion', {
    'GET /app/cotizacion/search?page=0&size=5': page(all.slice(0, 5), { totalElements: 6 }),
    'GET /app/cotizacion/search?page=0&size=50': page(all, { size: 50 }),
    ...Object.fromEntries([1, 3, 5, 6].map((n) => [remove(n), ok(null)])),
    [remove(4)]: refusal(404, { msg: 'No existe', data: [] }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Seleccionar los 6 resultados' }))
  expect(await screen.findByText('6 seleccionados')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Eliminar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Eliminar' })
  expect(calls.filter(({ route }) => route.startsWith('DELETE'))).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Eliminar 5 cotizaciones' }))
  expect(await within(dialog).findByRole('button', { name: 'Reintentar los que fallaron' }, { timeout: 5_000 })).toBeDefined()
  const texts = resultados(dialog)
  expect(texts[0]).toBe('001-001-000000001Eliminada')
  expect(texts[1]).toBe('001-001-000000002Está aceptada o facturada: no se elimina.')
  expect(texts.filter((text) => text?.endsWith('Eliminada'))).toHaveLength(4)
  expect(calls.filter(({ route }) => route.startsWith('DELETE')).map(({ route }) => route)).toEqual([1, 3, 4, 5, 6].map(remove))
})

it('each client is mailed its own quote; what got no answer is tried again under its key, what has no address is told', async () => {
  const all = [filaDe(1), filaDe(2, 'ENVIADA'), filaDe(3, 'FACTURADA')]
  const mail = (n: number) => `POST /app/v1/cotizacion/correo/${filaDe(n).id}`
  const { user, calls } = open('/cotizacion', {
    'GET /app/cotizacion/search?page=0&size=5': page(all),
    [`GET /app/cotizacion/${filaDe(1).id}`]: ok({ ...guardada, ...filaDe(1), version: 3 }),
    [`GET /app/cotizacion/${filaDe(2).id}`]: ok({
      ...guardada,
      ...filaDe(2),
      form: { ...form, comprador: { ...form.comprador, correos: [] } },
    }),
    [mail(1)]: [refusal(500, {}), ok(guardada)],
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Enviar por correo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enviar por correo' })
  await user.click(within(dialog).getByRole('button', { name: 'Enviar 2 cotizaciones' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Reintentar los que fallaron' }, { timeout: 5_000 }))
  await waitFor(
    () =>
      expect(resultados(dialog)).toEqual([
        '001-001-000000001Enviada a ana@ejemplo.ec',
        '001-001-000000002No se conoce su correo: envíela desde la cotización.',
        '001-001-000000003Se envían las que son borrador o esperan respuesta.',
      ]),
    { timeout: 5_000 },
  )
  const sendings = calls.filter(({ route }) => route === mail(1))
  expect(sendings.map(({ body }) => body)).toEqual(Array(2).fill({ version: 3, correos: ['ana@ejemplo.ec'] }))
  expect(calls.filter(({ route }) => route === `GET /app/cotizacion/${filaDe(1).id}`)).toHaveLength(1)
})

const NINGUNA = { cuantas: 0, primeras: [] }

it('O-74 lists the versions that were sent with what changed and what was answered, and opens one as it was', async () => {
  const base = { en: '2026-11-21T15:00:00Z', quien: 'Víctor Vega', total: 230_000_000, respuesta: null }
  const versiones = [
    {
      ...base,
      n: 2,
      cambios: {
        campos: ['condiciones'],
        agregadas: { cuantas: 7, primeras: ['A', 'B', 'C', 'D', 'E'] },
        cambiadas: { cuantas: 1, primeras: ['Cámara'] },
        quitadas: NINGUNA,
      },
    },
    { ...base, n: 1, cambios: null, respuesta: { estado: 'RECHAZADA', nota: 'Muy caro', en: '2026-11-22T15:00:00Z' } },
  ]
  const { user } = open(`/cotizacion/${ID}?seccion=versiones`, {
    [`GET /app/cotizacion/${ID}`]: ok({ ...guardada, estado: 'ENVIADA', version_enviada: 2 }),
    [`GET /app/v1/cotizacion/versiones/${ID}`]: ok({ versiones }),
    [`GET /app/v1/cotizacion/version/${ID}/1`]: ok({
      ...versiones[1],
      cotizacion_id: ID,
      numero: fila.numero,
      fecha_emision: fila.fecha_emision,
      vence: fila.vence,
      form: { ...form, condiciones: 'Como antes' },
      calculo: guardada.calculo,
    }),
  })
  const lista = await screen.findByRole('region', { name: 'Versiones enviadas' })
  const [segunda, primera] = within(lista).getAllByRole('listitem')
  expect(segunda?.textContent).toContain('Cambió: condiciones; 1 línea cambiada (Cámara); 7 líneas agregadas (A, B, C, D, E y 2 más).')
  expect(segunda?.textContent).toContain('La tiene su cliente')
  expect(primera?.textContent).toMatch(/La primera que se envió\..*Rechazada el .*: «Muy caro»\./)
  await user.click(screen.getByRole('button', { name: 'Ver la versión 1' }))
  const dialog = await screen.findByRole('dialog', { name: `Cotización ${fila.numero}, versión 1` })
  expect(await within(dialog).findByText('Como antes')).toBeDefined()
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})
