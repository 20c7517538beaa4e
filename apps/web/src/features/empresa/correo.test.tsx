import '../../lib/formato/zod.ts'
import '../../testing/browser-stubs.ts'

import { CLASES_CORREO, COLLECTIONS, PLANTILLA, type AjusteCorreoGuardado, type VistaCorreo } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { buildPerfil } from '../../testing/build-empresa.ts'
import { ok, refusal, type fakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const READ = 'GET /app/v1/empresa/correo'
const SAVE = 'PUT /app/v1/empresa/correo/edit'
const VISTA = 'POST /app/v1/empresa/correo/vista'
const PRUEBA = 'POST /app/v1/empresa/correo/prueba'

const ajuste: AjusteCorreoGuardado = {
  version: 3,
  remitente: null,
  responder_a: [],
  copia: [],
  pie: null,
  recibo_al_cobrar: false,
  textos: Object.fromEntries(CLASES_CORREO.map(({ id }) => [id, { asunto: null, texto: null }])) as AjusteCorreoGuardado['textos'],
  normal: { remitente: 'Andina', responder_a: 'empresa@ejemplo.ec', direccion: 'facturas@plataforma.ec' },
}
const vista: VistaCorreo = {
  de: 'Andina <facturas@plataforma.ec>',
  responder_a: ['empresa@ejemplo.ec'],
  copia: [],
  asunto: 'Factura 001-001-000000123 de Andina',
  texto: 'Estimado/a ANA:',
  numero: '001-001-000000123',
  es_ejemplo: true,
  html: '<!doctype html><html lang="es"><head><title>x</title></head><body style="margin:0"><p style="color:red">Estimado/a ANA:</p></body></html>',
}

type Replies = Parameters<typeof fakeApi>[0]
function open(replies: Replies = {}, { canEdit = true } = {}) {
  const session = {
    rol: { id: 1, name: 'ADMIN' },
    collections: canEdit ? [...COLLECTIONS] : [],
    menus: [{ to: '/empresa_perfil', label: 'Empresa' }],
  }
  const calls = signedIn(session, {
    'GET /app/business_profile/perfil': ok(buildPerfil()),
    'GET /app/v1/certificado/all': ok([]),
    [READ]: ok(ajuste),
    [VISTA]: ok(vista),
    ...replies,
  })
  return { calls, ...renderApp('/empresa_perfil?seccion=correo') }
}
const bodies = (calls: ReturnType<typeof fakeApi>, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body as Record<string, unknown>)
/** In one step, as from the clipboard. */
async function put({ user }: Pick<ReturnType<typeof open>, 'user'>, box: HTMLElement, text: string) {
  await user.click(box)
  await user.paste(text)
}
const asunto = () => screen.findByLabelText<HTMLInputElement>('Asunto')
const texto = () => screen.findByLabelText<HTMLTextAreaElement>('Texto')
const shown = () => screen.findByRole('region', { name: 'Así lo recibirá su cliente' })

it('says whose address the mails leave from, and saves sender, addresses and texts over the version that was read', async () => {
  const { calls, user } = open({ [SAVE]: ok({ ...ajuste, version: 4, remitente: 'Ventas' }) })
  expect(await screen.findByText('facturas@plataforma.ec')).toBeDefined()
  await put({ user }, await screen.findByLabelText('Nombre del remitente'), 'Ventas')
  await user.click(screen.getByRole('button', { name: 'Añadir correo de respuesta' }))
  await put({ user }, await screen.findByLabelText('Correo de respuesta 1'), 'ventas@ejemplo.ec')
  await user.selectOptions(screen.getByLabelText('Tipo de comprobante'), 'Nota de Crédito')
  await put({ user }, await asunto(), 'Su nota')
  await user.click(screen.getByRole('checkbox', { name: 'Enviar el recibo al registrar un cobro' }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(bodies(calls, SAVE)).toHaveLength(1))
  expect(bodies(calls, SAVE)[0]).toMatchObject({
    version: 3,
    remitente: 'Ventas',
    responder_a: ['ventas@ejemplo.ec'],
    copia: [],
    recibo_al_cobrar: true,
    textos: { nota_credito: { asunto: 'Su nota' }, factura: {} },
  })
  expect(await screen.findByText('Perfil de empresa editado exitosamente')).toBeDefined()
})

it('puts a place where the cursor was, begins from the standard text and goes back to it', async () => {
  const { user } = open()
  const box = await asunto()
  await put({ user }, box, 'Compra  lista')
  box.setSelectionRange(7, 7)
  await user.click(screen.getByRole('button', { name: 'Insertar Número: {numero}' }))
  expect((await asunto()).value).toBe('Compra {numero} lista')
  expect(document.activeElement).toBe(await asunto())
  await user.click(screen.getByRole('button', { name: 'Volver al texto estándar' }))
  await user.click(await screen.findByRole('button', { name: 'Volver al estándar' }))
  expect([(await asunto()).value, (await texto()).placeholder]).toEqual(['', PLANTILLA.factura.texto])
  await user.click(screen.getByRole('button', { name: 'Partir del texto estándar' }))
  expect((await texto()).value).toBe(PLANTILLA.factura.texto)
  await user.selectOptions(screen.getByLabelText('Tipo de comprobante'), 'Guía de Remisión')
  expect(screen.queryByRole('button', { name: /\{total\}/ })).toBeNull()
})

it('an unknown place is named under its field, also in a kind that is not shown, and nothing is sent', async () => {
  const { calls, user } = open()
  await put({ user }, await asunto(), 'Su {factura}')
  await user.selectOptions(screen.getByLabelText('Tipo de comprobante'), 'Comprobante de Retención')
  expect(await within(await shown()).findByText(/^Por ahora no se puede mostrar: \{factura\} no es un campo\./)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviarme una prueba' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText(/^\{factura\} no es un campo\. Puede usar \{receptor\}/)).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Tipo de comprobante').value).toBe('factura')
  expect(document.activeElement).toBe(await asunto())
  expect(bodies(calls, SAVE)).toEqual([])
})

it('shows what results, with its styles and as text, and follows what is typed', async () => {
  const { calls, user } = open()
  const sheet = (await within(await shown()).findByRole('group', { name: 'Vista previa del correo' })).shadowRoot
  const line = sheet?.querySelector<HTMLElement>('p')
  expect([line?.textContent, line?.style.color, line?.getAttribute('data-style')]).toEqual(['Estimado/a ANA:', 'red', 'color:red'])
  expect(await within(await shown()).findByText('Andina <facturas@plataforma.ec>')).toBeDefined()
  await user.click(screen.getByLabelText('Solo texto'))
  expect(await screen.findByText('Estimado/a ANA:')).toBeDefined()
  await put({ user }, await texto(), 'Hola')
  await waitFor(() =>
    expect(bodies(calls, VISTA).at(-1)).toMatchObject({ clase: 'factura', ajuste: { textos: { factura: { texto: 'Hola' } } } }),
  )
})

it.each([
  ['SMTP', 'Le enviamos la prueba a ana@ejemplo.ec.'],
  ['FALTA', /queda en espera: esta instalación todavía no tiene una cuenta de correo/],
  ['BANDEJA', /queda en la bandeja de salida/],
])('sends a trial and says where it went: %s', async (cuenta, words) => {
  const { calls, user } = open({ [PRUEBA]: ok({ para: 'ana@ejemplo.ec', cuenta }) })
  await within(await shown()).findByRole('group', { name: 'Vista previa del correo' })
  await user.click(screen.getByRole('button', { name: 'Enviarme una prueba' }))
  expect(await screen.findByText(words)).toBeDefined()
  expect(bodies(calls, PRUEBA)).toMatchObject([{ clase: 'factura', ajuste: { version: 0 } }])
})

it('somebody else saved in between: what was typed stays until it is given up', async () => {
  const conflict = {
    status: '409',
    msg: 'El registro fue modificado por otra persona, recargue y vuelva a intentar',
    data: [{ message: 'El registro fue modificado por otra persona, recargue y vuelva a intentar' }],
  }
  const { user } = open({
    [READ]: [ok(ajuste), 'unreachable', ok({ ...ajuste, version: 4, remitente: 'De otra' })],
    [SAVE]: refusal(409, conflict),
  })
  await put({ user }, await screen.findByLabelText('Nombre del remitente'), 'Mío')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  const take = await screen.findByRole('button', { name: 'Descartar lo escrito y cargar los datos actuales' })
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del remitente').value).toBe('Mío')
  await user.click(take)
  expect((await screen.findAllByText('La solicitud ha expirado, por favor intente nuevamente')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLInputElement>('Nombre del remitente').value).toBe('Mío')
  await user.click(await screen.findByRole('button', { name: 'Descartar lo escrito y cargar los datos actuales' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nombre del remitente').value).toBe('De otra'))
})

it('who may not change the company only reads', async () => {
  const { calls, user } = open({}, { canEdit: false })
  const box = await screen.findByLabelText<HTMLInputElement>('Nombre del remitente')
  expect(box.matches(':disabled')).toBe(true)
  await user.selectOptions(screen.getByLabelText('Tipo de comprobante'), 'Guía de Remisión')
  expect([(await asunto()).placeholder, (await asunto()).matches(':disabled')]).toEqual([PLANTILLA.guia_remision.asunto, true])
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Enviarme una prueba' })).toBeNull()
  expect(bodies(calls, VISTA)).toEqual([])
})
