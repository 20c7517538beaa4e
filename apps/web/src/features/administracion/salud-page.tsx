import { NOMBRE_AMBIENTE, type SaludInstalacion } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { Children, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Chip } from '../../components/chip.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fileSizeText } from '../../components/upload/file-size.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { saludQuery } from './administracion.queries.ts'
import classes from './salud.module.css'

const CUENTA = {
  SMTP: { tone: 'success', text: 'Configurada' },
  FALTA: { tone: 'danger', text: 'Falta SMTP_URL' },
  BANDEJA: { tone: 'neutral', text: 'Ninguna: bandeja de salida' },
} as const

const momento = (instant: string | null) => (instant === null ? '—' : momentoText(instant))

/** `/administracion/salud`: queues, answers of the SRI, running services and the last checks. */
export function SaludPage() {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(saludQuery())
  return (
    <>
      <PageHeader title="Salud" />
      {data && (
        <div className={classes.stack}>
          {data.correo.cuenta === 'FALTA' && (
            <Alert
              title="Nadie recibe los correos de esta instalación: falta SMTP_URL."
              details={[
                `En espera: ${data.correo.en_espera}. Nada se pierde: salen solos cuando configure SMTP_URL (vea .env.example) y reinicie la API y los trabajadores.`,
              ]}
            />
          )}
          <Tableros salud={data} />
        </div>
      )}
      {!data && !error && <Skeleton label="Cargando la salud de la instalación" lines={['60%', '100%', '100%']} />}
      {!data && error && (
        <LoadFailure
          reason="No se pudo leer la salud de la instalación."
          onRetry={() => void refetch()}
          onBack={() => void navigate('/')}
        />
      )}
    </>
  )
}

function Tableros({
  salud: {
    cola,
    empresas_sin_firma: sinFirma,
    documentos_en_revision: enRevision,
    servicios,
    respuestas,
    correo,
    base,
    procesos,
    respaldo,
    invariantes,
    version,
    hora,
    desfase_segundos: desfase,
  },
}: {
  salud: SaludInstalacion
}) {
  return (
    <div className={classes.grid}>
      <Tablero title="Documentos en cola" empty="No espera ningún documento.">
        {cola.map((fila) => (
          <Fila
            key={`${fila.ambiente} ${fila.estado}`}
            nombre={`${NOMBRE_AMBIENTE[fila.ambiente]} · ${fila.estado}`}
            valor={`${fila.documentos} desde ${momento(fila.desde)}`}
          />
        ))}
        {sinFirma > 0 && [
          <Fila key="sin-firma" nombre="Empresas que no pueden firmar" valor={<Chip tone="danger">{String(sinFirma)}</Chip>} />,
        ]}
        {enRevision > 0 && [
          <Fila
            key="en-revision"
            nombre="Documentos en revisión: los decide cada empresa"
            valor={<Chip tone="danger">{String(enRevision)}</Chip>}
          />,
        ]}
      </Tablero>
      <Tablero title="Servicios del SRI">
        {servicios.map(({ ambiente, servicio, abierto, desfase_segundos }) => (
          <Fila
            key={`${ambiente} ${servicio}`}
            nombre={`${NOMBRE_AMBIENTE[ambiente]} · ${servicio === 'RECEPCION' ? 'Recepción' : 'Autorización'}`}
            valor={
              abierto ? (
                <Chip tone="danger">No responde: en pausa</Chip>
              ) : (
                <Chip tone="success">{desfase_segundos === null ? 'En uso' : `En uso, reloj ${desfase_segundos} s`}</Chip>
              )
            }
          />
        ))}
      </Tablero>
      <Tablero title="Respuestas del SRI en 24 horas" empty="No se ha enviado ningún documento.">
        {respuestas.map(({ ambiente, resultado, veces, ultima }) => (
          <Fila
            key={`${ambiente} ${resultado}`}
            nombre={`${NOMBRE_AMBIENTE[ambiente]} · ${resultado}`}
            valor={`${veces}, la última ${momento(ultima)}`}
          />
        ))}
      </Tablero>
      <Tablero title="Correo">
        <Fila nombre="Cuenta de correo" valor={<Chip tone={CUENTA[correo.cuenta].tone}>{CUENTA[correo.cuenta].text}</Chip>} />
        <Fila nombre="En espera" valor={correo.en_espera === 0 ? '0' : `${correo.en_espera} desde ${momento(correo.desde)}`} />
        <Fila nombre="Fallidos" valor={correo.fallidos === 0 ? '0' : <Chip tone="warning">{String(correo.fallidos)}</Chip>} />
      </Tablero>
      <Tablero title="Base de datos">
        <Fila nombre="Tamaño" valor={fileSizeText(base.bytes)} />
        <Fila nombre="Conexiones" valor={`${base.conexiones} de ${base.maximo}`} />
        <Fila nombre="PostgreSQL" valor={base.version} />
        <Fila
          nombre="Último respaldo"
          valor={
            respaldo ? `${momento(respaldo.en)}, ${fileSizeText(respaldo.bytes)}` : <Chip tone="warning">Ninguno: npm run respaldo</Chip>
          }
        />
      </Tablero>
      <Tablero title="Procesos">
        {procesos.map(({ quien, version: suya, visto_en, vivo }) => (
          <Fila
            key={quien}
            nombre={`${quien} · ${suya}`}
            valor={vivo ? <Chip tone="success">Vivo</Chip> : <Chip tone="danger">{`Callado desde ${momento(visto_en)}`}</Chip>}
          />
        ))}
        {!procesos.some(({ vivo }) => vivo) && <Fila nombre="Trabajadores" valor={<Chip tone="danger">Ninguno: nada se envía</Chip>} />}
        <Fila nombre="Versión del servidor" valor={version} />
        <Fila nombre="Hora del servidor" valor={momento(hora)} />
        <Fila nombre="Desfase con la base" valor={Math.abs(desfase) > 5 ? <Chip tone="warning">{`${desfase} s`}</Chip> : `${desfase} s`} />
      </Tablero>
      <Tablero title="Promesas revisadas">
        {invariantes ? (
          <>
            <Fila nombre="Última revisión" valor={momento(invariantes.en)} />
            <Fila nombre="Hechos revisados" valor={String(invariantes.revisados)} />
            <Fila
              nombre="Fallas"
              valor={
                invariantes.fallas === 0 ? <Chip tone="success">Ninguna</Chip> : <Chip tone="danger">{String(invariantes.fallas)}</Chip>
              }
            />
          </>
        ) : (
          <Fila nombre="Última revisión" valor={<Chip tone="warning">Ninguna: npm run invariantes</Chip>} />
        )}
      </Tablero>
    </div>
  )
}

function Tablero({ title, empty, children }: { title: string; empty?: string; children: ReactNode }) {
  const isEmpty = Children.toArray(children).length === 0
  return (
    <section className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      {isEmpty ? <p>{empty}</p> : <dl>{children}</dl>}
    </section>
  )
}

const Fila = ({ nombre, valor }: { nombre: string; valor: ReactNode }) => (
  <div>
    <dt>{nombre}</dt>
    <dd>{valor}</dd>
  </div>
)
