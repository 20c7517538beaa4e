import { CARGA_MAX_BYTES, CARGA_MAX_FILAS, TIPO_CARGA_PERSONAS, TIPOS_CARGA, type TipoCarga } from '@yupana/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'
import { CargaEstado } from './carga-estado.tsx'
import { PALABRAS } from './carga-words.ts'
import { DE_PERSONAS, DE_PRODUCTOS, downloadPlantilla, uploadHoja, type Llamadas } from './carga.queries.ts'
import classes from './carga.module.css'

/** Products from a sheet (O-70): choose it, check it in full, apply all or nothing. */
export function CargaPage() {
  const offered = TIPOS_CARGA.filter(
    ({ id }) => (id !== 1 || hasRight('producto:crear')) && (id !== 3 || (hasRight('inventario:mover') && hasScreen('/movimiento'))),
  )
  return <Pagina title="Importar productos" offered={offered} llamadas={DE_PRODUCTOS} />
}

/** Clients and suppliers from a sheet, as above. */
export const CargaPersonasPage = () => (
  <Pagina title="Importar personas" offered={[{ id: TIPO_CARGA_PERSONAS, name: 'Crear personas' }]} llamadas={DE_PERSONAS} />
)

interface PaginaProps {
  title: string
  offered: readonly { id: TipoCarga; name: string }[]
  llamadas: Llamadas
}

function Pagina({ title, offered, llamadas }: PaginaProps) {
  const [params, setParams] = useSearchParams()
  const id = params.get('carga')
  return (
    <div className={classes.pagina}>
      <PageHeader title={title} />
      {id === null ? (
        <Elegir offered={offered} asked={Number(params.get('tipo'))} onUploaded={(carga) => setParams({ carga })} />
      ) : (
        <CargaEstado key={id} llamadas={llamadas} id={id} onAgain={() => setParams({})} />
      )}
    </div>
  )
}

interface ElegirProps {
  offered: PaginaProps['offered']
  /** Kind of upload in the address. */
  asked: number
  onUploaded: (id: string) => void
}

function Elegir({ offered, asked, onUploaded }: ElegirProps) {
  const [tipo, setTipo] = useState<TipoCarga>((offered.find(({ id }) => id === asked) ?? offered[0])?.id ?? 2)
  const [keyFor] = useState(createSendingKey)
  const { necesarias, otras, nota, cosa } = PALABRAS[tipo]
  return (
    <>
      {offered.length > 1 && (
        <RadioGroup
          label="¿Qué quiere hacer?"
          options={offered.map((kind) => ({ value: String(kind.id), label: kind.name }))}
          value={String(tipo)}
          onChange={(value) => setTipo(offered.find(({ id }) => String(id) === value)?.id ?? tipo)}
        />
      )}
      <section className={classes.guia} aria-labelledby="carga-guia">
        <h2 id="carga-guia">Prepare su hoja</h2>
        <dl>
          <dt>Columnas necesarias</dt>
          <dd>{necesarias}</dd>
          <dt>Otras columnas</dt>
          <dd>{otras}</dd>
        </dl>
        <p>
          {nota} Hasta {CARGA_MAX_FILAS.toLocaleString('en-US')} filas.
        </p>
        <div className={classes.botones}>
          {(['xlsx', 'csv'] as const).map((formato) => (
            <Button
              key={formato}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => void untilRefused(downloadPlantilla(tipo, formato))}
            >
              Plantilla .{formato}
            </Button>
          ))}
        </div>
      </section>
      <UploadNow
        label={`Hoja de ${cosa[1]}`}
        kind="file"
        accept=".xlsx,.csv,.txt"
        maxBytes={CARGA_MAX_BYTES}
        description="Se revisa sin cambiar nada; después usted decide si la aplica."
        onUpload={async (file, onProgress) => {
          const headers = keyFor({ tipo, name: file.name, size: file.size, at: file.lastModified })
          onUploaded((await uploadHoja({ tipo, file, headers, onProgress })).id)
        }}
      />
    </>
  )
}
