import '../../testing/browser-stubs.ts'

import { COLLECTIONS, decodePassword, type Certificado } from '@yupana/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { currentSession, endSession, startSession } from '../../lib/sesion/session.ts'
import { TEST_CODEC } from '../../testing/browser-stubs.ts'
import { buildCertificado, buildPerfil } from '../../testing/build-empresa.ts'
import { buildSession } from '../../testing/build-session.ts'
import { held, ok, refusal, type fakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const CERTIFICADOS = 'GET /app/v1/certificado/all'
const UPLOAD = 'POST /app/business_profile/carga_firma_electronica'
const ID = buildCertificado().id

type Replies = Parameters<typeof fakeApi>[0]
/** Replies for a sign-in and the screen of the signature. */
function signedInAs(replies: Replies) {
  const calls = signedIn(sessionOf(1), {
    'GET /app/business_profile/perfil': ok(buildPerfil()),
    [CERTIFICADOS]: ok([buildCertificado()]),
    ...replies,
  })
  return { calls, session: currentSession()! }
}
const sessionOf = (rol: number) => ({
  rol: { id: rol, name: 'x' },
  collections: rol === 1 ? [...COLLECTIONS] : [],
  menus: [{ to: '/empresa_perfil', label: 'Empresa' }],
})
function open(certificados: Certificado[], replies: Replies = {}, rol = 1) {
  const calls = signedIn(sessionOf(rol), {
    'GET /app/business_profile/perfil': ok(buildPerfil()),
    [CERTIFICADOS]: ok(certificados),
    ...replies,
  })
  return { calls, ...renderApp('/empresa_perfil?seccion=firma') }
}
const problem = (campo: string, message: string, codigo = 'X') =>
  refusal(422, { msg: 'Revise los datos ingresados', data: [{ campo, message, codigo }] })
const sent = (calls: ReturnType<typeof fakeApi>, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body as FormData)
const password = () => screen.findByLabelText<HTMLInputElement>('Contraseña de la firma')

async function fill({ user }: Pick<ReturnType<typeof open>, 'user'>) {
  await user.type(await password(), 'clave-Segura1')
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['p12'], 'mi-firma.p12'))
  await user.click(screen.getByRole('button', { name: 'Subir' }))
}

describe('the upload', () => {
  it('R-8.17 sends file and encoded password, shows the diagnosis and keeps neither', async () => {
    const view = open([], { [CERTIFICADOS]: [ok([]), ok([buildCertificado()])], [UPLOAD]: ok(buildCertificado()) })
    await fill(view)
    expect(await screen.findByText('Guardado exitosamente')).toBeDefined()
    const body = sent(view.calls, UPLOAD)[0]!
    const pass = body.get('pass') as string
    expect([decodePassword(pass, [TEST_CODEC]), (body.get('file') as File).name, body.get('confirmar')]).toEqual([
      'clave-Segura1',
      'mi-firma.p12',
      null,
    ])
    const heading = await screen.findByRole('heading', { name: 'Firma en uso' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect([(await password()).value, screen.queryByText(/mi-firma\.p12 ·/)]).toEqual(['', null])
  })

  it.each([
    ['pass', 'La contraseña no abre el archivo. Revísela.'],
    ['file', 'El certificado está caducado. Renueve su firma electrónica y suba el archivo nuevo.'],
    ['file', 'El certificado es de otro RUC. Suba la firma del RUC de esta empresa o la de su representante legal.'],
  ])('O-67 a refusal about %s is told there, and nothing typed is lost: %s', async (campo, message) => {
    const view = open([], { [UPLOAD]: problem(campo, message) })
    await fill(view)
    const target = campo === 'pass' ? await password() : screen.getByRole('button', { name: 'Elegir: Archivo de la firma' })
    await waitFor(() => expect(document.activeElement).toBe(target))
    const told = (target.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
    expect([target.getAttribute('aria-invalid'), told.includes(message)]).toEqual(['true', true])
    expect([(await password()).value, screen.getByText(/mi-firma\.p12 ·/)]).toEqual(['clave-Segura1', expect.anything()])
  })

  it('O-67 asks for a confirmation only where the certificate names no RUC', async () => {
    const view = open([], {
      [UPLOAD]: [
        problem('confirmar', 'El certificado no dice de qué RUC es. Confirme que pertenece a esta empresa.'),
        ok(buildCertificado()),
      ],
    })
    await password()
    expect(screen.queryByLabelText('Confirmo que esta firma pertenece a esta empresa')).toBeNull()
    await fill(view)
    const box = await screen.findByLabelText('Confirmo que esta firma pertenece a esta empresa')
    await waitFor(() => expect(document.activeElement).toBe(box))
    await view.user.click(box)
    await view.user.click(screen.getByRole('button', { name: 'Subir' }))
    await waitFor(() => expect(sent(view.calls, UPLOAD)[1]?.get('confirmar')).toBe('true'))
  })

  it('asks for both before it sends anything', async () => {
    const { user, calls } = open([])
    await user.click(await screen.findByRole('button', { name: 'Subir' }))
    await waitFor(() => expect(screen.getAllByText('Este campo es requerido.')).toHaveLength(2))
    expect(sent(calls, UPLOAD)).toEqual([])
  })

  it('replaces the present one by its id', async () => {
    const replace = `PUT /app/business_profile/carga_firma_electronica/${ID}`
    const view = open([buildCertificado()], { [replace]: ok(buildCertificado()) })
    await fill(view)
    await waitFor(() => expect(sent(view.calls, replace)).toHaveLength(1))
  })
})

describe('the diagnosis', () => {
  const fact = (name: string) =>
    within(screen.getByRole('region', { name: 'Firma en uso' })).getByText(name).nextElementSibling?.textContent

  it('shows holder, entity, issuer, serial, validity, use, match and key', async () => {
    open([buildCertificado()])
    expect(await screen.findByText('Puede firmar')).toBeDefined()
    expect(
      ['Titular', 'Entidad certificadora', 'Emisor', 'Número de serie', 'Vigencia', 'Uso', 'Correspondencia con el RUC', 'Llave'].map(fact),
    ).toEqual([
      'LUCÍA ANDRADE',
      'Security Data',
      'CN=AUTORIDAD',
      '123456',
      'Del 31/01/2026 al 31/01/2028: quedan 400 días',
      'Firma digital',
      'Coincide: 1790012345001',
      'RSA de 2048 bits',
    ])
  })

  it('gives each finding with its reason and its advice', async () => {
    open([
      buildCertificado({
        apto: false,
        dias_restantes: -3,
        rechazos: [{ codigo: 'CADUCADO', motivo: 'El certificado está caducado.', consejo: 'Renueve su firma.' }],
        avisos: [{ codigo: 'ENTIDAD_DESCONOCIDA', motivo: 'No reconocemos a la entidad.', consejo: 'Compruebe que está acreditada.' }],
      }),
    ])
    expect(await screen.findByText('No puede firmar')).toBeDefined()
    expect(
      within(screen.getByRole('list', { name: 'Diagnóstico' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Impide firmarEl certificado está caducado. Renueve su firma.',
      'AvisoNo reconocemos a la entidad. Compruebe que está acreditada.',
    ])
  })

  it('deletes after telling what follows', async () => {
    const remove = `DELETE /app/business_profile/certificado/delete/${ID}`
    const { user, calls } = open([buildCertificado()], { [remove]: ok(null) })
    await user.click(await screen.findByRole('button', { name: 'Eliminar firma' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar la firma de LUCÍA ANDRADE' }))
    expect(dialog.getByText(/quedarán en espera sin enviarse al SRI/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Eliminar firma' }))
    await waitFor(() => expect(sent(calls, remove)).toHaveLength(1))
    expect(await screen.findByText('Guardado exitosamente')).toBeDefined()
  })

  it('who does not administer reads it and changes nothing', async () => {
    open([buildCertificado()], {}, 3)
    expect(await screen.findByText('LUCÍA ANDRADE')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Eliminar firma|Subir/ })).toBeNull()
  })
})

describe('the banner', () => {
  it.each([
    [30, 30, 'Su firma electrónica caduca en 30 días, el 31/01/2028. Renuévela con tiempo.'],
    [15, 12, 'Su firma electrónica caduca en 12 días, el 31/01/2028. Renuévela con tiempo.'],
    [7, 7, 'Su firma electrónica caduca en 7 días, el 31/01/2028. Renuévela con tiempo.'],
    [1, 1, 'Su firma electrónica caduca en 1 día, el 31/01/2028. Renuévela con tiempo.'],
    [1, 0, 'Su firma electrónica caduca en menos de un día, el 31/01/2028.'],
    [null, -1, 'Su firma electrónica caducó el 31/01/2028: los comprobantes que emita quedarán en espera hasta que cargue una vigente.'],
  ])('O-67 notice %s with %i days left: %s', async (aviso, dias, text) => {
    open([buildCertificado({ aviso_caducidad: aviso, dias_restantes: dias })])
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver la firma electrónica' }).getAttribute('href')).toBe('/empresa_perfil?seccion=firma')
  })

  it('O-67 is silent while there is time, and about one that is no longer used', async () => {
    open([buildCertificado(), buildCertificado({ id: 'otra', activo: false, dias_restantes: -9 })])
    await screen.findByText('Puede firmar')
    expect(screen.queryByText(/^Su firma electrónica caduc/)).toBeNull()
  })
})

describe('the password of the signature (O-15)', () => {
  const RECOVER = 'GET /app/business_profile/certificado/recover-pass'
  const SHOW = 'POST /app/v1/certificado/clave'
  const ENTER = 'POST /app/api/auth/business'
  const ENVIADO = 'Se ha enviado un correo con la información solicitada'

  it('R-8.18 is asked for by mail, and told only when the status is the string "200"', async () => {
    const { user, calls } = open([buildCertificado()], { [RECOVER]: [ok(null, 200), ok(null)] })
    const ask = await screen.findByRole('button', { name: 'Recibir la contraseña por correo' })
    await user.click(ask)
    await waitFor(() => expect(calls.filter(({ route }) => route === RECOVER)).toHaveLength(1))
    expect(screen.queryByText(ENVIADO)).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Recibir la contraseña por correo' }))
    expect(await screen.findByText(ENVIADO)).toBeDefined()
  })

  const FIRMA = { filename: 'firma.p12', titular: 'ANA', clave: 'clave-Segura1' }
  const dialogName = { name: 'Contraseña de la firma electrónica' }

  it('O-15 the link asks for the password of the account, and shows that of the signature once', async () => {
    const wrong = problem('pass', 'La contraseña actual no es correcta.')
    const { reply, letGo } = held(ok(FIRMA))
    const { user, calls, router, address } = open([buildCertificado()], { [SHOW]: [wrong, reply] })
    await act(() => router.navigate('/empresa_perfil?seccion=firma&clave=abc'))
    const dialog = within(await screen.findByRole('dialog', dialogName))
    expect(address()).toBe('/empresa_perfil?seccion=firma')
    await user.type(dialog.getByLabelText(/^Contraseña de su cuenta/), 'mala{Enter}')
    expect(await dialog.findByText('La contraseña actual no es correcta.')).toBeDefined()
    await user.clear(dialog.getByLabelText(/^Contraseña de su cuenta/))
    await user.type(dialog.getByLabelText(/^Contraseña de su cuenta/), 'Yupana2026{Enter}')
    // The code is used by now, and the password shows only once: nothing except «Listo» closes it.
    const stray = async () => {
      await user.keyboard('{Escape}')
      await user.click(document.querySelector('.mantine-Modal-inner') ?? document.body)
      return screen.queryAllByRole('dialog').length
    }
    await dialog.findByRole('button', { name: 'Comprobando…' })
    expect(await stray()).toBe(1)
    letGo()
    const shown = await screen.findByLabelText<HTMLInputElement>('Contraseña de la firma', { selector: '[readonly]' })
    expect([await stray(), shown.value]).toEqual([1, 'clave-Segura1'])
    const sentPass = calls.findLast(({ route }) => route === SHOW)?.body as { codigo: string; pass: string }
    expect([sentPass.codigo, decodePassword(sentPass.pass, [TEST_CODEC])]).toEqual(['abc', 'Yupana2026'])
    await user.click(screen.getByRole('button', { name: 'Listo' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('O-15 the code leaves the address at once, though nothing else could be loaded, and the link goes on', async () => {
    signedInAs({ [CERTIFICADOS]: refusal(500, {}) })
    const { user, address } = renderApp('/empresa_perfil?clave=abc&seccion=firma')
    await screen.findByRole('dialog', dialogName)
    expect(address()).toBe('/empresa_perfil?seccion=firma')
    expect(await screen.findByText('No se pudo cargar la firma electrónica.')).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('O-15 who may not administer the signature is told whom the link is for, and it stays in no address', async () => {
    const { router, address } = open([buildCertificado()], {}, 3)
    await act(() => router.navigate('/empresa_perfil?seccion=firma&clave=abc'))
    expect(
      (await screen.findByText('Este enlace es para quien administra la firma de la empresa.')).closest('[role]')?.textContent,
    ).toContain('Entre a esa empresa con el usuario que lo pidió.')
    expect([screen.queryByRole('dialog'), address()]).toEqual([null, '/empresa_perfil?seccion=firma'])
  })

  it('O-15 a session that ends over the open link hands it to nobody', async () => {
    const { address, router } = open([buildCertificado()])
    const session = currentSession()!
    await screen.findByRole('heading', { name: 'Firma en uso' })
    await act(() => router.navigate('/empresa_perfil?seccion=firma&clave=abc'))
    await screen.findByRole('dialog', dialogName)
    await act(() => endSession())
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
    await act(() => startSession(session))
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(router.state.location.pathname).toBe('/')
  })

  it('O-15 without a session the link is kept while one signs in, in no address and no storage, and opened then, once', async () => {
    const { session, calls } = signedInAs({ [ENTER]: ok({ session: buildSession(sessionOf(1)) }), [SHOW]: ok(FIRMA) })
    endSession()
    const { user, address, router } = renderApp('/empresa_perfil?seccion=firma&clave=codigo-del-correo')
    await user.type(await screen.findByLabelText('Usuario/Identificación o Correo'), 'ana')
    expect(address()).toBe('/login')
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('codigo-del-correo')
    await user.type(screen.getByLabelText('Contraseña'), 'Yupana2026')
    await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Contraseña de la firma electrónica' }))
    await user.type(dialog.getByLabelText(/^Contraseña de su cuenta/), 'Yupana2026{Enter}')
    await screen.findByRole('button', { name: 'Listo' })
    expect(calls.findLast(({ route }) => route === SHOW)?.body).toMatchObject({ codigo: 'codigo-del-correo' })
    await user.click(screen.getByRole('button', { name: 'Listo' }))
    // The next user starts at home.
    await act(() => endSession())
    await act(() => router.navigate('/login'))
    await act(() => startSession(session))
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(address()).toBe('/')
  })

  it('is not offered to who may not administer the signature', async () => {
    open([buildCertificado()], {}, 3)
    await screen.findByRole('heading', { name: 'Firma en uso' })
    expect(screen.queryByRole('button', { name: 'Recibir la contraseña por correo' })).toBeNull()
  })
})
