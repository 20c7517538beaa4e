import { REGISTRO_DIAS } from '@yupana/contract'
import { TIPO_IDENTIFICACION_LABEL, TIPOS_IDENTIFICACION_PERSONA } from '@yupana/fiscal'

import { page, text } from '../../http/pagina-publica.ts'
import type { Campo, Publico, Reparos, Tecleado } from './publico.service.ts'

const TITULO = 'Registro de cliente'

/** A page with a message in place of the form. */
export const noticePage = (message: string, nonce: string): string =>
  page(TITULO, `<h1>${TITULO}</h1><p role="alert">${text(message)}</p>`, nonce)

export const thanksPage = (nonce: string): string =>
  page(
    'Gracias',
    '<h1>Gracias</h1><p class="state" role="status">Sus datos llegaron a quien se los pidió.</p><p class="soft">Ya puede cerrar esta página.</p>',
    nonce,
  )

interface Entrada {
  name: Campo
  label: string
  max: number
  isRequired?: boolean
  /** Attributes for a telephone: its keyboard, and autocompletion. */
  ayuda: string
}

const reparo = (campo: Campo, reparos: Reparos): { attributes: string; line: string } =>
  reparos[campo] === undefined
    ? { attributes: '', line: '' }
    : {
        attributes: ` aria-invalid="true" aria-describedby="${campo}-reparo"`,
        line: `<p class="problem" id="${campo}-reparo">${text(reparos[campo])}</p>`,
      }

function input({ name, label, max, isRequired = false, ayuda }: Entrada, tecleado: Tecleado, reparos: Reparos): string {
  const { attributes, line } = reparo(name, reparos)
  return `<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${text(tecleado[name])}" maxlength="${max}"${isRequired ? ' required' : ''} ${ayuda}${attributes}>${line}`
}

const ENTRADAS: readonly Entrada[] = [
  { name: 'razon_social', label: 'Nombres y apellidos, o razón social', max: 300, isRequired: true, ayuda: 'autocomplete="name"' },
  {
    name: 'correo',
    label: 'Correo donde recibir sus comprobantes (puede quedar vacío)',
    max: 254,
    ayuda: 'inputmode="email" autocapitalize="none" autocomplete="email"',
  },
  {
    name: 'correo_2',
    label: 'Otro correo (puede quedar vacío)',
    max: 254,
    ayuda: 'inputmode="email" autocapitalize="none" autocomplete="off"',
  },
  { name: 'telefono', label: 'Teléfono (puede quedar vacío)', max: 30, ayuda: 'inputmode="tel" autocomplete="tel"' },
  { name: 'direccion', label: 'Dirección (puede quedar vacía)', max: 300, ayuda: 'autocomplete="street-address"' },
]

function identificacion(tecleado: Tecleado, reparos: Reparos): string {
  const options = TIPOS_IDENTIFICACION_PERSONA.map(
    (tipo) =>
      `<option value="${tipo}"${tipo === tecleado.tipo_identificacion ? ' selected' : ''}>${TIPO_IDENTIFICACION_LABEL[tipo]}</option>`,
  ).join('')
  const tipo = reparo('tipo_identificacion', reparos)
  const entrada: Entrada = {
    name: 'identificacion',
    label: 'Número de identificación',
    max: 20,
    isRequired: true,
    ayuda: 'autocomplete="off" autocapitalize="characters"',
  }
  // The warning is about the number, and is shown there.
  const said = reparos.identificacion ?? reparos.visto
  return `<label for="tipo_identificacion">Tipo de identificación</label><select id="tipo_identificacion" name="tipo_identificacion"${tipo.attributes}>${options}</select>${tipo.line}
${input(entrada, tecleado, said === undefined ? {} : { identificacion: said })}`
}

function consentimiento({ anfitrion: { razon_social, ruc }, tecleado, reparos }: Publico): string {
  const { attributes, line } = reparo('acepta', reparos)
  return `<h2>Para qué son sus datos</h2>
<p>${text(razon_social)}, con RUC ${text(ruc)}, los usará para emitirle comprobantes electrónicos, enviárselos y comunicarse con usted sobre sus compras, y para nada más. Puede pedirle verlos, corregirlos o eliminarlos cuando quiera, como dispone la Ley Orgánica de Protección de Datos Personales. Lo que la empresa no acepte se elimina en ${REGISTRO_DIAS} días.</p>
<label class="check"><input type="checkbox" name="acepta" value="si" required${tecleado.acepta === 'si' ? ' checked' : ''}${attributes}> Estoy de acuerdo con este uso de mis datos</label>${line}`
}

/** The form for a client; it works without a script. */
export function registroPage(publico: Publico, token: string, nonce: string): string {
  const { anfitrion, tecleado, reparos } = publico
  const { nombre, ruc, tiene_logo: hasLogo } = anfitrion
  const logo = hasLogo ? `<img class="logo" src="/r/${token}/logo" alt="">` : ''
  const isAgain = Object.keys(reparos).length > 0
  const alert = isAgain ? '<p class="state problem" role="alert">Todavía no se envió: revise lo que se señala abajo.</p>' : ''
  return page(
    `${isAgain ? 'Revise sus datos' : TITULO} · ${nombre}`,
    `${logo}<h1>${text(nombre)}</h1><p class="soft">RUC ${text(ruc)}</p>
<p>Escriba sus datos para sus facturas. Este enlace sirve una sola vez.</p>${alert}
<form method="post" action="/r/${token}">${identificacion(tecleado, reparos)}
${ENTRADAS.map((entrada) => input(entrada, tecleado, reparos)).join('\n')}
${consentimiento(publico)}<input type="hidden" name="visto" value="${text(tecleado.visto)}">
<div class="actions"><button class="main">Enviar mis datos</button></div></form>`,
    nonce,
  )
}
