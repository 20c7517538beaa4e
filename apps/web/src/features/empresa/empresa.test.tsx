import '../../lib/formato/zod.ts'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type EmpresaPerfil } from '@yupana/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { buildPerfil } from '../../testing/build-empresa.ts'
import { ok, page, refusal, type fakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const PERFIL = 'GET /app/business_profile/perfil'
const SAVE = 'POST /app/business_profile/save_empresa_perfil_info'
const AMBIENTE = 'POST /app/v1/empresa/ambiente'
const CERTIFICADOS = 'GET /app/v1/certificado/all'
const USUARIO = '66666666-6666-4666-8666-666666666666'
const ALL = 'page=0&size=50'
const serie = (tipo: string, siguiente: number, usada: boolean) => ({
  ambiente: 'SIMULADOR',
  tipo,
  establecimiento: '001',
  punto: '001',
  siguiente,
  usada,
  pausada_motivo: null,
})
const POINTS = {
  [`GET /app/v1/establecimiento/search?${ALL}`]: page(
    [{ codigo: '001', nombre: 'Matriz', direccion: 'Quito', activo: true, pausado_motivo: null, version: 1 }],
    { size: 50 },
  ),
  [`GET /app/v1/punto_emision/search?${ALL}`]: page([
    { establecimiento: '001', codigo: '001', descripcion: 'Caja', activo: true, usuarios: [USUARIO], permitido: true, version: 1 },
  ]),
  'GET /app/v1/empresa/usuarios': ok([{ id: USUARIO, username: 'vendedor', name: 'Víctor', surname: 'Vega', rol: 3, activo: true }]),
  [`GET /app/v1/serie/search?${ALL}&establecimiento=001&punto=001`]: page([serie('01', 15, true), serie('04', 1, false)], { size: 50 }),
}

type Replies = Parameters<typeof fakeApi>[0]
function open(seccion: string, replies: Replies = {}, { perfil = buildPerfil(), rol = 1 }: { perfil?: EmpresaPerfil; rol?: number } = {}) {
  const session = {
    rol: { id: rol, name: 'x' },
    collections: rol === 1 ? [...COLLECTIONS] : [],
    menus: [{ to: '/empresa_perfil', label: 'Empresa' }],
  }
  const calls = signedIn(session, { [PERFIL]: ok(perfil), [CERTIFICADOS]: ok([]), ...POINTS, ...replies })
  return { calls, ...renderApp(`/empresa_perfil?seccion=${seccion}`) }
}
const sent = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const press = (name: string) => screen.findByRole('button', { name })

describe('sections', () => {
  it('O-31 the one that is shown stands in the address', async () => {
    const { user, address } = open('ambiente')
    const nav = within(await screen.findByRole('navigation', { name: 'Secciones de la empresa' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('Ambiente')
    await user.click(nav.getByRole('link', { name: 'Condiciones tributarias' }))
    expect(address()).toBe('/empresa_perfil?seccion=condiciones')
    expect(await screen.findByRole('heading', { name: 'Agente de retención' })).toBeDefined()
  })

  it('asks before what was typed is lost by going to another', async () => {
    const { user, address } = open('datos')
    await user.type(await field('Teléfono'), '022')
    await user.click(screen.getByRole('link', { name: 'Series' }))
    await user.click(await press('Seguir editando'))
    expect([address(), (await field('Teléfono')).value]).toEqual(['/empresa_perfil?seccion=datos', '022'])
  })

  it('O-99 what has to be confirmed before issuing is asked for once, with nothing answered beforehand', async () => {
    const CONFIRMAR = 'POST /app/v1/empresa/confirmar_condiciones'
    const perfil = buildPerfil({ condiciones_confirmadas_en: null, condiciones: [] })
    const { user, calls } = open('condiciones', { [CONFIRMAR]: ok(buildPerfil({ version: 4 })) }, { perfil })
    await user.click(await press('Confirmar'))
    expect(await screen.findAllByText('Este campo es requerido.')).toHaveLength(2)
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Régimen de hoy' }), 'RIMPE emprendedor')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Obligado a llevar contabilidad' }), 'No está obligada')
    await user.click(await press('Confirmar'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Confirmar antes de emitir' })).toBeNull())
    expect(sent(calls, CONFIRMAR)).toEqual([{ regimen: 'RIMPE', obligado_contabilidad: false }])
  })

  it.each([
    [2, ['Datos generales', 'Condiciones tributarias', 'Ambiente', 'Firma electrónica']],
    [3, ['Datos generales', 'Condiciones tributarias', 'Establecimientos', 'Ambiente', 'Firma electrónica']],
  ])('O-08 role %i sees what it may, and changes nothing', async (rol, expected) => {
    open('datos', {}, { rol })
    expect((await field('Razón social')).matches(':disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Elegir: Nuevo logo' })).toBeNull()
    expect(
      within(screen.getByRole('navigation', { name: 'Secciones de la empresa' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(expected)
  })
})

describe('general data', () => {
  it('R-8.16 saves over the version that was read, keeps the conditions, and stays open', async () => {
    const saved = buildPerfil({ telefono: '022000001', version: 4 })
    const { user, calls } = open('datos', { [SAVE]: ok(saved) })
    await user.type(await field('Teléfono'), '022000001')
    await user.click(await press('Guardar'))
    expect(await screen.findByText('Perfil de empresa editado exitosamente')).toBeDefined()
    expect(sent(calls, SAVE)).toMatchObject([
      {
        version: 3,
        telefono: '022000001',
        razon_social: 'COMERCIAL ANDINA S.A.',
        condiciones: [{ tipo: 'REGIMEN', valor: 'GENERAL' }],
        confirma: false,
      },
    ])
    await user.type(await field('Nombre comercial'), ' SUR')
    await user.click(await press('Guardar'))
    await waitFor(() => expect(sent(calls, SAVE)[1]).toMatchObject({ version: 4, nombre_comercial: 'ANDINA SUR' }))
  })

  it('R-5.2.6 an emptied number is empty, and missing', async () => {
    const { user, calls } = open('datos')
    await user.clear(await field('Días de fecha anterior'))
    expect((await field('Días de fecha anterior')).value).toBe('')
    await user.click(await press('Guardar'))
    expect(await screen.findByText('Este campo es requerido.')).toBeDefined()
    expect(sent(calls, SAVE)).toEqual([])
  })

  it('R-8.16 no toast unless the status is the string "200"', async () => {
    const { user, calls } = open('datos', { [SAVE]: ok(buildPerfil({ version: 4 }), 200) })
    await user.type(await field('Teléfono'), '1')
    await user.click(await press('Guardar'))
    await waitFor(() => expect(sent(calls, SAVE)).toHaveLength(1))
    expect(screen.queryByText('Perfil de empresa editado exitosamente')).toBeNull()
  })

  it('tells a refusal at its field, with the focus on it and nothing lost', async () => {
    const { user } = open('datos', {
      [SAVE]: refusal(422, { msg: 'Revise', data: [{ campo: 'correo', message: 'Ese correo no recibe.' }] }),
    })
    await user.type(await field('Teléfono'), '022')
    await user.click(await press('Guardar'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Correo')))
    expect([screen.getByLabelText('Correo').getAttribute('aria-invalid'), (await field('Teléfono')).value]).toEqual(['true', '022'])
  })

  it('says that somebody else saved in between, keeps what was typed, and loads what is there when asked', async () => {
    const { user } = open('datos', {
      [PERFIL]: [ok(buildPerfil()), ok(buildPerfil({ razon_social: 'OTRA', version: 9 }))],
      [SAVE]: refusal(409, { msg: 'El registro fue modificado por otra persona, recargue y vuelva a intentar' }),
    })
    await user.type(await field('Teléfono'), '022')
    await user.click(await press('Guardar'))
    expect((await screen.findByRole('alert')).textContent).toContain('modificado por otra persona')
    expect((await field('Teléfono')).value).toBe('022')
    await user.click(await press('Descartar lo escrito y cargar los datos actuales'))
    await waitFor(async () => expect((await field('Razón social')).value).toBe('OTRA'))
    expect((await field('Teléfono')).value).toBe('')
  })

  it('a signature that is put on the logo is told where it belongs, and is not taken', async () => {
    open('datos')
    const zone = (await press('Elegir: Nuevo logo')).closest('[class*=zone]') as HTMLElement
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['x'], 'firma.p12')] } })
    expect(await screen.findByText(/es una firma electrónica/)).toBeDefined()
    expect(zone.parentElement && within(zone.parentElement).getByRole('link').getAttribute('href')).toContain('seccion=firma')
    expect([screen.queryByRole('img', { name: /firma\.p12/ }), screen.queryByRole('button', { name: 'Subir' })]).toEqual([null, null])
  })

  it('uploads a logo after showing it, and tells at the field why it is not taken', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const logo = 'POST /app/v1/empresa/logo'
    const { user, calls } = open('datos', {
      [logo]: [refusal(422, { msg: 'Revise', data: [{ campo: 'file', message: 'La imagen está incompleta.' }] }), ok(null)],
    })
    await press('Elegir: Nuevo logo')
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')
    await user.upload(picker as HTMLInputElement, new File(['x'], 'logo.png', { type: 'image/png' }))
    expect(screen.getByRole('img', { name: 'Vista previa de logo.png' })).toBeDefined()
    await user.click(await press('Subir'))
    expect((await screen.findAllByText('La imagen está incompleta.')).length).toBeGreaterThan(0)
    await user.click(await press('Subir'))
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Vista previa de logo.png' })).toBeNull())
    expect((sent(calls, logo)[1] as FormData).get('file')).toBeInstanceOf(File)
  })
})

describe('conditions', () => {
  it('O-99 a new one ends the one before it, and says so', async () => {
    const { user, calls } = open('condiciones', { [SAVE]: ok(buildPerfil({ version: 4 })) })
    await user.click(await press('Añadir: Régimen'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText('Régimen'), 'RIMPE emprendedor')
    await user.type(dialog.getByLabelText('Desde', { selector: 'input' }), '01/01/2027')
    expect(await dialog.findByText('La condición que rige desde el 01/01/2022 terminará el 31/12/2026.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls, SAVE)).toMatchObject([
      {
        version: 3,
        condiciones: [
          { tipo: 'REGIMEN', desde: '2022-01-01', hasta: '2026-12-31', valor: 'GENERAL' },
          { tipo: 'REGIMEN', desde: '2027-01-01', hasta: null, valor: 'RIMPE' },
        ],
      },
    ])
  })

  it('asks for the resolution, and tells what the server refuses at the date', async () => {
    const overlap = refusal(422, {
      msg: 'Revise',
      data: [{ campo: 'condiciones.1.desde', message: 'Se cruza con otra condición del mismo tipo.' }],
    })
    const { user, calls } = open('condiciones', { [SAVE]: overlap })
    await user.click(await press('Añadir: Agente de retención'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Desde', { selector: 'input' }), '1/1/24')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText('Escriba solo los números de la resolución, sin ceros a la izquierda.')).toBeDefined()
    expect(sent(calls, SAVE)).toHaveLength(0)
    await user.type(dialog.getByLabelText('Número de resolución'), '123')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText('Se cruza con otra condición del mismo tipo.')).toBeDefined()
  })

  it('says that a resolution of contribuyente especial is too long for a retención, and only where it is', async () => {
    const con = (valor: string) =>
      open(
        'condiciones',
        {},
        { perfil: { ...buildPerfil(), condiciones: [{ tipo: 'CONTRIBUYENTE_ESPECIAL', desde: '2020-01-01', hasta: null, valor }] } },
      )
    const { unmount } = con('123456')
    expect((await screen.findByRole('alert')).textContent).toContain('tiene 6 caracteres y la retención admite hasta 5')
    unmount()
    con('12345')
    expect(await screen.findAllByText('Resolución 12345')).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('Esc asks before what was typed is lost', async () => {
    const { user } = open('condiciones')
    await user.click(await press('Añadir: Contribuyente especial'))
    await user.type(await screen.findByLabelText('Número de resolución'), '123')
    await user.keyboard('{Escape}')
    await user.click(await press('Seguir editando'))
    expect(screen.getByLabelText<HTMLInputElement>('Número de resolución').value).toBe('123')
    await user.keyboard('{Escape}')
    await user.click(await press('Descartar cambios'))
    await waitFor(() => expect(screen.queryByLabelText('Número de resolución')).toBeNull())
  })
})

describe('points and series', () => {
  it('O-100 shows who is bound to a point, and binds', async () => {
    const edit = 'PUT /app/v1/punto_emision/edit/001/001'
    const { user, calls } = open('puntos', { [edit]: ok({}) })
    expect(await screen.findByText('Usuarios: vendedor')).toBeDefined()
    await user.click(await press('Editar el punto 001-001'))
    await user.click(await screen.findByLabelText('Víctor Vega (vendedor)'))
    await user.click(await press('Guardar'))
    await waitFor(() => expect(sent(calls, edit)).toEqual([{ descripcion: 'Caja', activo: true, usuarios: [], version: 1 }]))
  })

  it('O-52 a used series only moves forwards, and says which numbers are lost', async () => {
    const edit = 'PUT /app/v1/serie/edit'
    const { user, calls } = open('series', { [edit]: ok({}) })
    await user.click(await press('Cambiar el siguiente número de Factura'))
    const number = await screen.findByRole('textbox', { name: 'Siguiente número' })
    const type = async (text: string) => {
      await user.clear(number)
      await user.type(number, text)
      await user.click(await press('Guardar'))
    }
    await type('14')
    expect(await screen.findByText('La serie ya se usó y solo avanza: tiene que ser como mínimo 15.')).toBeDefined()
    await type('20')
    expect(screen.getByText('Los números 15 a 19 quedarán sin usar.')).toBeDefined()
    expect(await screen.findByText('Explique por qué se saltan números: 5 caracteres mínimos.')).toBeDefined()
    expect(sent(calls, edit)).toEqual([])
    await user.type(screen.getByLabelText('Motivo del salto'), 'Otro sistema')
    await user.click(await press('Guardar'))
    await waitFor(() =>
      expect(sent(calls, edit)).toEqual([{ tipo: '01', establecimiento: '001', punto: '001', siguiente: 20, motivo: 'Otro sistema' }]),
    )
  })

  it('an unused series begins where it is told', async () => {
    const { user } = open('series')
    await user.click(await press('Cambiar el siguiente número de Nota de Crédito'))
    const number = await screen.findByRole('textbox', { name: 'Siguiente número' })
    await user.clear(number)
    await user.type(number, '501')
    expect(await screen.findByText('El próximo comprobante será el 001-001-000000501.')).toBeDefined()
    expect(screen.queryByLabelText('Motivo del salto')).toBeNull()
  })
})

describe('environment', () => {
  it('O-90 is changed only after saying what it means', async () => {
    const { user, calls } = open('ambiente', { [AMBIENTE]: ok(buildPerfil({ ambiente: 'PRUEBAS' })) })
    await user.click(await press('Cambiar a Pruebas'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar de Simulador a Pruebas' }))
    expect([dialog.getByText(/no tienen validez tributaria/).textContent, sent(calls, AMBIENTE)]).toEqual([expect.any(String), []])
    await user.click(dialog.getByRole('button', { name: 'Cambiar a Pruebas' }))
    await waitFor(() => expect(sent(calls, AMBIENTE)).toEqual([{ ambiente: 'PRUEBAS', confirmar: true }]))
    expect(await screen.findByText('Ambiente cambiado exitosamente')).toBeDefined()
  })

  it('O-90 production is closed without a valid certificate, and says where to bring one', async () => {
    open('ambiente')
    expect(await screen.findByText('Necesita una firma electrónica vigente.', { exact: false })).toBeDefined()
    expect((await press('Cambiar a Producción')).matches(':disabled')).toBe(true)
    expect(screen.getByRole('link', { name: 'Ir a la firma electrónica' }).getAttribute('href')).toContain('seccion=firma')
  })
})
