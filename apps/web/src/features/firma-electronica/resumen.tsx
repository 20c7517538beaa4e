import type { SolicitudFirma } from '@yupana/contract'
import { DOCUMENTO_FIRMA_LABEL, ESTADO_FIRMA_LABEL, nombreDeFirma } from '@yupana/fiscal'

import { fileSizeText } from '../../components/upload/file-size.ts'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import classes from './firma.module.css'
import { firmaText, vigenciaText } from './firma-words.tsx'

const datosOf = ({ tipo, datos, entidad, ...rest }: SolicitudFirma): [string, string | null | undefined][] => [
  ['Firma', firmaText({ tipo, ...rest })],
  ...(tipo === 'JURIDICA'
    ? ([
        ['Empresa', datos.razon_social],
        ['Representante legal', nombreDeFirma(datos)],
        ['Cargo', datos.cargo],
      ] as [string, string | undefined][])
    : ([['Titular', nombreDeFirma(datos)]] as [string, string][])),
  [datos.tipo_documento === 'PASAPORTE' ? 'Pasaporte' : 'Cédula', datos.numero_documento],
  ['Código dactilar', datos.codigo_dactilar],
  ['RUC', datos.ruc],
  ['Nacimiento', datos.nacimiento && fechaText(datos.nacimiento)],
  ['Sexo', datos.sexo && (datos.sexo === 'MUJER' ? 'Mujer' : 'Hombre')],
  ['Nacionalidad', datos.nacionalidad],
  ['Correo', datos.correo],
  ['Celular', datos.celular],
  ['Dirección', [datos.direccion, datos.ciudad, datos.provincia].filter(Boolean).join(', ')],
  ['Entidad', entidad],
  ['Vigencia', rest.valida_hasta && vigenciaText(rest)],
]

/** The typed data, with its labels. */
export const Datos = ({ solicitud }: { solicitud: SolicitudFirma }) => (
  <dl className={classes.datos}>
    {datosOf(solicitud)
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export const Archivos = ({ solicitud: { documentos, archivos_borrados_en } }: { solicitud: SolicitudFirma }) =>
  archivos_borrados_en === null ? (
    <ul className={classes.lista}>
      {documentos.map(({ clase, archivo }) => (
        <li key={clase}>
          {DOCUMENTO_FIRMA_LABEL[clase]}: {archivo ? `${archivo.nombre} · ${fileSizeText(archivo.tamano)}` : 'falta'}
        </li>
      ))}
    </ul>
  ) : (
    <p>Los documentos se borraron el {momentoText(archivos_borrados_en)}.</p>
  )

/** The states of a request, in order. */
export const Historia = ({ solicitud: { historia } }: { solicitud: SolicitudFirma }) => (
  <ol className={classes.historia} aria-label="Historia">
    {historia.map(({ estado, en, quien, motivo }) => (
      <li key={`${estado} ${en}`}>
        <strong>{ESTADO_FIRMA_LABEL[estado]}</strong> · {momentoText(en)} · {quien ?? 'Equipo de la instalación'}
        {motivo !== null && <p>{motivo}</p>}
      </li>
    ))}
  </ol>
)
