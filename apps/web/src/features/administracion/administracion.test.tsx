import type { EmpresaAdministrada, SaludInstalacion, UsuarioAdministrado } from '@yupana/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { settings } from '../../lib/pagina/settings.ts'
import { endSession } from '../../lib/sesion/session.ts'
import { ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const at = '/app/v1/administracion'
const MENUS = ['empresas', 'usuarios', 'salud'].map((path) => ({ to: `/administracion/${path}`, label: path }))

const empresa: EmpresaAdministrada = {
  id: '11111111-1111-4111-8111-111111111111',
  ruc: '1799999907001',
  razon_social: 'ANDINA S.A.',
  nombre_comercial: null,
  ambiente: 'PRODUCCION',
  creada_en: '2026-01-01T00:00:00Z',
  suspendida_en: null,
  suspendida_motivo: null,
  limite_documentos: 100,
  limite_usuarios: null,
  limite_puntos: null,
  documentos: 120,
  usuarios: 3,
  puntos: 2,
  excede: ['documentos'],
  administrada: true,
  admin_invitado: null,
}
const usuario: UsuarioAdministrado = {
  id: '33333333-3333-4333-8333-333333333333',
  username: 'contadora',
  name: 'Carmen',
  surname: 'Contreras',
  mail: 'c@ejemplo.ec',
  ci: null,
  activo: true,
  super_admin: false,
  sesiones: 1,
  segundo_factor: true,
  empresas: [{ id: empresa.id, nombre: 'ANDINA', ruc: empresa.ruc, rol: { id: 1, name: 'ADMIN' }, activo: true }],
}
const salud: SaludInstalacion = {
  version: '1.0.0',
  hora: '2026-06-15T15:00:00Z',
  desfase_segundos: 0,
  empresas_sin_firma: 3,
  documentos_en_revision: 2,
  cola: [{ ambiente: 'SIMULADOR', estado: 'EMITIDO', documentos: 2, desde: '2026-06-15T14:00:00Z' }],
  servicios: [{ ambiente: 'PRODUCCION', servicio: 'RECEPCION', abierto: true, desfase_segundos: null, desfase_en: null }],
  respuestas: [],
  correo: { cuenta: 'SMTP', en_espera: 0, desde: null, fallidos: 0 },
  base: { bytes: 12_500_000, conexiones: 9, maximo: 100, version: '17.5' },
  procesos: [],
  respaldo: null,
  invariantes: { en: '2026-06-15T10:00:00Z', revisados: 10, fallas: 0 },
}

const asSupport = (replies: Parameters<typeof signedIn>[1] = {}) =>
  signedIn(
    {
      rol: { id: 0, name: 'SUPER_ADMIN' },
      businessId: null,
      businessName: 'Administración',
      businessRuc: '',
      ambiente: null,
      menus: MENUS,
    },
    {
      [`GET ${at}/empresa/search?page=0&size=5`]: page([empresa]),
      [`GET ${at}/usuario/search?page=0&size=5`]: page([usuario]),
      [`GET ${at}/salud`]: ok(salud),
      ...replies,
    },
  )

describe('SUPER_ADMIN in no company', () => {
  it('begins with the companies, and nothing of a company is asked for or shown', async () => {
    const calls = asSupport()
    const { address } = renderApp('/')
    expect(await screen.findByText('ANDINA S.A.')).toBeDefined()
    expect(address()).toBe('/administracion/empresas')
    expect(calls.map(({ route }) => route).filter((route) => /inicio|preferencia|certificado|business_profile/.test(route))).toEqual([])
    expect(screen.queryByRole('button', { name: 'Tienda' })).toBeNull()
    expect(screen.queryByText(/^RUC/, { selector: 'header span' })).toBeNull()
  })
})

describe('companies', () => {
  it('shows what a company uses of its plan, and that it is beyond it', async () => {
    asSupport()
    renderApp('/administracion/empresas')
    expect(await screen.findByText('120 de 100')).toBeDefined()
    expect(screen.getByText('Supera su plan: documentos')).toBeDefined()
  })

  it('suspends with a reason only', async () => {
    const calls = asSupport({ [`POST ${at}/empresa/suspender`]: ok(null) })
    const { user } = renderApp('/administracion/empresas')
    await user.click(await screen.findByRole('button', { name: /Acciones de ANDINA/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Suspender' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspender ANDINA S.A.' })
    await user.click(within(dialog).getByRole('button', { name: 'Suspender empresa' }))
    expect(await within(dialog).findByText('Este campo es requerido.')).toBeDefined()
    await user.type(within(dialog).getByLabelText(/^Motivo/), 'No paga desde marzo')
    await user.click(within(dialog).getByRole('button', { name: 'Suspender empresa' }))
    expect(await screen.findByText('Empresa suspendida exitosamente')).toBeDefined()
    expect(calls.find(({ route }) => route.endsWith('/suspender'))?.body).toEqual({ id: empresa.id, motivo: 'No paga desde marzo' })
  })

  it('one whose first administrator has not accepted yet says so', async () => {
    asSupport({ [`GET ${at}/empresa/search?page=0&size=5`]: page([{ ...empresa, usuarios: 0, administrada: false }]) })
    renderApp('/administracion/empresas')
    expect(await screen.findByText('Espera que su administrador acepte')).toBeDefined()
  })

  it('one that nobody administers is given another invitation, to the mail of before unless another is typed; others offer none', async () => {
    const calls = asSupport({
      [`GET ${at}/empresa/search?page=0&size=5`]: page([
        { ...empresa, administrada: false, admin_invitado: 'vieja@ejemplo.ec' },
        { ...empresa, id: usuario.id, razon_social: 'SIERRA S.A.' },
      ]),
      [`POST ${at}/empresa/invitar_administrador/${empresa.id}`]: ok({ enlace: 'http://x/#/invite/otro', invitado: 'nueva@ejemplo.ec' }),
    })
    const { user } = renderApp('/administracion/empresas')
    expect(await screen.findByText('Sin administrador activo')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: /Acciones de SIERRA/ }))
    expect(await screen.findByRole('menuitem', { name: 'Plan' })).toBeDefined()
    expect(screen.queryByRole('menuitem', { name: 'Invitar administrador' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /Acciones de ANDINA/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Invitar administrador' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invitar administrador a ANDINA S.A.' })
    const mail = within(dialog).getByLabelText(/^Correo/)
    expect(mail).toHaveProperty('value', 'vieja@ejemplo.ec')
    await user.clear(mail)
    await user.type(mail, 'nueva@ejemplo.ec')
    await user.click(within(dialog).getByRole('button', { name: 'Enviar invitación' }))
    expect(await screen.findByDisplayValue('http://x/#/invite/otro')).toBeDefined()
    const sent = calls.find(({ route }) => route.includes('/invitar_administrador/'))
    expect([sent?.body, sent?.headers.get('Idempotency-Key')?.length]).toEqual([{ mail: 'nueva@ejemplo.ec' }, 32])
  })

  it('a new one needs one of both ways to its first ADMIN', async () => {
    const calls = asSupport({
      [`POST ${at}/empresa/create`]: ok({ id: empresa.id, enlace: 'http://x/#/invite/abc', invitado: 'a@ejemplo.ec' }),
    })
    const { user } = renderApp('/administracion/empresas')
    await user.click(await screen.findByRole('button', { name: 'Nueva empresa' }))
    const dialog = await screen.findByRole('dialog', { name: 'Nueva empresa' })
    await user.type(within(dialog).getByLabelText(/^RUC/), '1799999907001')
    await user.type(within(dialog).getByLabelText(/^Razón social/), 'NUEVA S.A.')
    await user.type(within(dialog).getByLabelText(/^Dirección/), 'Loja')
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
    expect(await within(dialog).findByText('Indique el correo a invitar o un usuario que ya existe, uno de los dos.')).toBeDefined()
    await user.type(within(dialog).getByLabelText(/^Correo del primer/), 'a@ejemplo.ec')
    await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByDisplayValue('http://x/#/invite/abc')).toBeDefined()
    expect(screen.getByText(/La invitación es para a@ejemplo\.ec/)).toBeDefined()
    expect(calls.find(({ route }) => route.endsWith('/create'))?.body).toMatchObject({ ruc: '1799999907001', admin_correo: 'a@ejemplo.ec' })
  })
})

describe('users', () => {
  it('R-5.1.9 O-14: asks for the code with a reason, of ten characters at least, and offers it as a link and here', async () => {
    const calls = asSupport({
      [`POST ${at}/impersonacion`]: ok({ token: 'abc', canjear_hasta: '2026-06-15T15:02:00Z' }),
      'POST /app/impersonation/login/abc': refusal(422, { msg: 'x', data: [] }),
    })
    const { user, address } = renderApp('/administracion/usuarios')
    expect(await screen.findByText('ANDINA (Administrador)')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Acciones de contadora/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Trabajar como este usuario' }))
    const dialog = await screen.findByRole('dialog', { name: 'Trabajar como contadora' })
    await user.type(within(dialog).getByLabelText(/^Motivo/), 'Ayuda')
    await user.click(within(dialog).getByRole('button', { name: 'Pedir acceso' }))
    expect(await within(dialog).findByText('10 caracteres mínimos.')).toBeDefined()
    await user.clear(within(dialog).getByLabelText(/^Motivo/))
    await user.type(within(dialog).getByLabelText(/^Motivo/), 'No encuentra una factura')
    await user.click(within(dialog).getByRole('button', { name: 'Pedir acceso' }))
    expect(await screen.findByDisplayValue(/#\/impersonate\/abc$/)).toBeDefined()
    expect(calls.find(({ route }) => route.endsWith('/impersonacion'))?.body).toEqual({
      empresa_id: empresa.id,
      usuario_id: usuario.id,
      motivo: 'No encuentra una factura',
    })
    await user.click(screen.getByRole('button', { name: 'Entrar aquí' }))
    expect(await screen.findByText('No se pudo iniciar sesión, por favor intente nuevamente')).toBeDefined()
    expect(address()).toBe('/impersonate/abc')
  })
})

describe('who only looks', () => {
  it('O-14: leaves the request for access with «Cancelar», and nothing was asked', async () => {
    const calls = asSupport({})
    const { user } = renderApp('/administracion/usuarios')
    await user.click(await screen.findByRole('button', { name: /Acciones de contadora/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Trabajar como este usuario' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([])
  })

  it('a form without obligatory fields speaks of none', async () => {
    asSupport({})
    const { user } = renderApp('/administracion/empresas')
    await user.click(await screen.findByRole('button', { name: /Acciones de/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Plan' }))
    expect(within(await screen.findByRole('dialog')).queryByText('Campos Obligatorios')).toBeNull()
  })
})

describe('without a mail account in production', () => {
  afterEach(() => Object.assign(settings, { modo: 'prueba' }))
  const LINE = 'No sale ningún correo: falta la cuenta (SMTP_URL). Esperan 7 correos; saldrán al configurarla.'

  it('support is told on every screen, and by health in red with how many wait', async () => {
    Object.assign(settings, { modo: 'produccion' })
    asSupport({
      [`GET ${at}/salud/correo`]: ok({ cuenta: 'FALTA', en_espera: 7 }),
      [`GET ${at}/salud`]: ok({ ...salud, correo: { cuenta: 'FALTA', en_espera: 7, desde: null, fallidos: 0 } }),
    })
    const { user } = renderApp('/administracion/empresas')
    expect((await screen.findByText(LINE)).getAttribute('role')).toBe('status')
    await user.click(screen.getByRole('link', { name: 'Ver la salud' }))
    expect(await screen.findByText('Falta SMTP_URL')).toBeDefined()
    expect(screen.getByText('Nadie recibe los correos de esta instalación: falta SMTP_URL.')).toBeDefined()
    expect(screen.getByText(/^En espera: 7\./)).toBeDefined()
  })

  it('says nothing where there is one, and nothing to whom it does not concern', async () => {
    Object.assign(settings, { modo: 'produccion' })
    const calls = signedIn({ rol: { id: 1, name: 'ADMIN' } })
    renderApp('/')
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(calls.some(({ route }) => route.includes('/salud'))).toBe(false)
    endSession()
    cleanup()
    asSupport({ [`GET ${at}/salud/correo`]: ok({ cuenta: 'SMTP', en_espera: 3 }) })
    renderApp('/administracion/salud')
    expect(await screen.findByText('Configurada')).toBeDefined()
    expect(screen.queryByText(/No sale ningún correo/)).toBeNull()
  })
})

describe('health', () => {
  it('says what waits and what is wrong in words', async () => {
    asSupport()
    renderApp('/administracion/salud')
    expect(await screen.findByText('Simulador · EMITIDO')).toBeDefined()
    for (const text of [
      'No responde: en pausa',
      'Ninguno: nada se envía',
      '12.50 MB',
      'Ninguno: npm run respaldo',
      'No se ha enviado ningún documento.',
    ])
      expect(screen.getByText(text)).toBeDefined()
  })
})
