import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { hasScreen, isAdmin } from '../../lib/sesion/rights.ts'

/** A kind of file by its endings, with the screens that accept it. */
interface Clase {
  endings: readonly string[]
  /** MIME types, in addition to the endings, as in `accept`. */
  types?: string
  es: string
  /** «cárguela en», before the links. */
  verbo?: string
  puertas?: readonly { label: string; to: string; screen?: string }[]
}

const CLASES: readonly Clase[] = [
  {
    endings: ['p12', 'pfx'],
    es: 'una firma electrónica',
    verbo: 'cárguela en',
    puertas: [{ label: 'Firma electrónica', to: '/empresa_perfil?seccion=firma' }],
  },
  {
    endings: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'svg'],
    types: 'image/',
    es: 'una imagen',
    verbo: 'si es el logo de la empresa, cárguelo en',
    puertas: [{ label: 'Datos generales', to: '/empresa_perfil?seccion=datos' }],
  },
  {
    endings: ['xml', 'zip'],
    es: 'un comprobante electrónico',
    verbo: 'si lo recibió, tráigalo en',
    puertas: [{ label: 'Comprobantes recibidos', to: '/comprobante/recibido', screen: '/comprobante/recibido' }],
  },
  {
    endings: ['xlsx', 'xls', 'csv'],
    es: 'una hoja de cálculo',
    verbo: 'si trae productos o personas, cárguela en',
    puertas: [
      { label: 'Importar productos', to: '/productos/carga', screen: '/producto' },
      { label: 'Importar personas', to: '/persona/carga', screen: '/persona' },
    ],
  },
  { endings: ['pdf'], types: 'application/pdf', es: 'un PDF' },
]

const takes = (accept: string, { endings, types }: Clase) => {
  const offered = accept.split(',').map((one) => one.trim().toLowerCase())
  return offered.some((one) => (one.startsWith('.') ? endings.includes(one.slice(1)) : types !== undefined && one.startsWith(types)))
}

/** Message about a file of a known kind that the field refuses, with links to its screens; undefined for other files. */
export function elsewhere({ name }: File, accept: string): ReactNode {
  const clase = CLASES.find(({ endings }) => endings.includes(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''))
  if (!clase || takes(accept, clase)) return undefined
  const puertas = (clase.puertas ?? []).filter(({ screen }) => (screen === undefined ? isAdmin() : hasScreen(screen)))
  if (puertas.length === 0) return `«${name}» es ${clase.es}: elija otro archivo.`
  return (
    <>
      «{name}» es {clase.es}: {clase.verbo}{' '}
      {puertas.map(({ label, to }, at) => (
        <span key={to}>
          {at > 0 && ' o '}
          <Link to={to}>{label}</Link>
        </span>
      ))}
      .
    </>
  )
}
