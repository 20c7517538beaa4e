import { CARGA_MAX_BYTES, CARGA_MAX_FILAS, TIPOS_CARGA, type TipoCarga } from '@yupana/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { UploadNow } from '../../components/upload/upload-now.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { CargaEstado } from './carga-estado.tsx'
import { downloadPlantilla, uploadHoja } from './carga.queries.ts'
import classes from './carga.module.css'

const COLUMNAS: Readonly<Record<TipoCarga, { necesarias: string; otras: string; nota: string }>> = {
  1: {
    necesarias: 'Código, Nombre, Precio sin IVA, IVA',
    otras: 'Tipo, Código de barras, Código auxiliar, Lista 1 a Lista 4, Costo, Stock mínimo, Lleva inventario',
    nota: 'El IVA se escribe como 15% o 0%; el tipo, Producto o Servicio.',
  },
  2: {
    necesarias: 'Código y al menos una de precios',
    otras: 'Precio sin IVA, Lista 1 a Lista 4, Costo, Nombre (solo para guiarse)',
    nota: 'Las celdas vacías no cambian nada.',
  },
}

/** Products from a sheet (O-70): chosen, checked in full, then applied, all or nothing. */
export function CargaPage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('carga')
  return (
    <div className={classes.pagina}>
      <PageHeader title="Importar productos" />
      {id === null ? (
        <Elegir onUploaded={(carga) => setParams({ carga })} />
      ) : (
        <CargaEstado key={id} id={id} onAgain={() => setParams({})} />
      )}
    </div>
  )
}

function Elegir({ onUploaded }: { onUploaded: (id: string) => void }) {
  const offered = TIPOS_CARGA.filter((tipo) => tipo.id !== 1 || hasRight('producto:crear'))
  const [tipo, setTipo] = useState<TipoCarga>(offered[0]?.id ?? 2)
  const [keyFor] = useState(createSendingKey)
  const { necesarias, otras, nota } = COLUMNAS[tipo]
  return (
    <>
      <RadioGroup
        label="¿Qué quiere hacer?"
        options={offered.map((kind) => ({ value: String(kind.id), label: kind.name }))}
        value={String(tipo)}
        onChange={(value) => setTipo(value === '1' ? 1 : 2)}
      />
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
        label="Hoja de productos"
        kind="file"
        accept=".xlsx,.csv"
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
