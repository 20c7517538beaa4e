import { describe, expect, it } from 'vitest'

import { comunes } from './common-passwords.ts'
import { newPasswordProblem } from './password-rule.ts'

const PROPIAS = ['mlopez', 'maria.lopez@ferroandina.com.ec', 'María', 'López Cárdenas', 'FERRETERÍA ANDINA CÍA. LTDA.', 'El Tornillo']

describe('a new password (O-11, O-115)', () => {
  it('more than ten thousand common ones are known, as they are compared: lowercase, without accents and without numbers at the end', () => {
    const known = [...comunes()]
    expect(known.length).toBeGreaterThan(10_000)
    expect(known.filter((one) => !/^[a-z0-9]+$/.test(one))).toEqual([])
  })

  it.each([
    'Password2',
    'Vendedor1',
    'P@ssw0rd2026',
    'Contraseña1',
    'Contraseña.2026!',
    '2026Carlos',
    'Carlos1990',
    'C4rl0s2024',
    'TeAmoMaria14',
    'CarlosCarlos15',
    'Barcelona1925',
    'Qwerty123',
    'Qwertyuiop1',
    '1qaz2wsx3EDC',
    'Abcdef123',
    'Abcabc123',
    'A1b2c3d4',
    'PasswordPassword',
    'aaaaaaaaaaaaaaa',
    '123456789012345',
    '121212121212121',
    'abcabcabcabcabc',
    'contraseñacontraseña',
    'Factura2026',
    'Emelec2026#',
    'Austin2026',
    'Jasmine2026',
    'Godzilla2026',
    'Trustno12026',
    'trustno1trustno1',
    'Andina#Factura2026',
    'LigaQuito1',
    'AmoQuito2026',
    'EcuadorPassword1',
    'PasswordEcuador1',
    'qwertyuiopasdfg',
    'asdfghjklzxcvbnm',
    'AdministradorYupana',
    'ContrasenaSegura1',
    'Pass1234word',
    'xPassword2026',
    'zzContraseñaZ9',
  ])('«%s» is refused as a common one', (password) => expect(newPasswordProblem(password, PROPIAS)).toMatch(/más usadas/))

  it.each([
    'Ecuador2026',
    'Guayaquil1',
    'Yupana2026',
    'Quito-Ecuador-2026',
    'Mlopez2026',
    'Ferroandina1',
    'FerreteriaAndina9',
    'LopezMaria77',
    'Tornillo2026',
    'EltornilloQuito1',
    'marialopezcardenas',
    'Cárdenas.1985',
    'ANDINA-2026a',
    'Loja2026a',
    'Ecuador2026Ecuador2027',
    'xEcuador2026',
    'EcuadorXy2026',
    'xyGuayaquilZ1',
    'qTornillo-7',
    'Quitoab2026',
  ])('«%s» is refused as a name of the person, the company, a place or the product', (password) =>
    expect(newPasswordProblem(password, PROPIAS)).toMatch(/su nombre, su usuario, su correo, su empresa, un lugar ni el producto/),
  )

  it.each(['abcdefg1', 'ABCDEFG1', 'Abcdef1', 'catorce-letras', 'Corta1'])('«%s» is refused as weak and not long', (password) =>
    expect(newPasswordProblem(password, PROPIAS)).toMatch(/al menos 8 caracteres.*15 o más/),
  )

  it.each([
    'CaballoVerde7',
    'xyzEcuador26',
    'xEcuador-en-mesa',
    'xxEcuador202688',
    'Xq839274',
    'zanahoria-sube-cerro',
    'correcthorsebatterystaple',
    '847201936574018',
    '¡¡las·tres·gatas!!',
    'ñandúñandusito😀😀',
  ])('«%s» is taken', (password) => expect(newPasswordProblem(password, PROPIAS)).toBeUndefined())

  it('of a hostile length is judged at once', () =>
    expect(
      newPasswordProblem(
        'ab'.repeat(64),
        Array.from({ length: 50 }, (_, n) => 'ab'.repeat(n)),
      ),
    ).toBeDefined())
})
