import type { SolicitudFirmaRevisada } from '@yupana/contract'
import { DOCUMENTO_FIRMA_LABEL, type DocumentoFirma } from '@yupana/fiscal'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { DocumentoVista } from './documento-vista.tsx'
import classes from './firma.module.css'
import { fetchDocumentoEnCola } from './mesa.queries.ts'

/** Two documents of a request side by side: the card's face beside its holder's. */
export function Comparar({ solicitud }: { solicitud: SolicitudFirmaRevisada }) {
  const [isShown, setShown] = useState(false)
  const clases = solicitud.documentos.flatMap(({ clase, archivo }) => (archivo ? [clase] : []))
  if (clases.length < 2) return null
  const first = clases.includes('CEDULA_FRENTE') ? 'CEDULA_FRENTE' : clases[0]
  const second = clases.find((clase) => clase === 'SELFIE') ?? clases.find((clase) => clase !== first)
  return (
    <>
      <Button variant="default" onClick={() => setShown(true)}>
        Comparar documentos
      </Button>
      {isShown && (
        <Dialog opened title="Comparar documentos" size={1400} onClose={() => setShown(false)}>
          <div className={classes.mesa}>
            {[first, second].map(
              (clase, n) => clase && <Lado key={n} name={n === 0 ? 'Izquierda' : 'Derecha'} {...{ solicitud, clases }} initial={clase} />,
            )}
          </div>
        </Dialog>
      )}
    </>
  )
}

interface LadoProps {
  name: string
  solicitud: SolicitudFirmaRevisada
  clases: readonly DocumentoFirma[]
  initial: DocumentoFirma
}

function Lado({ name, solicitud: { empresa_id, id }, clases, initial }: LadoProps) {
  const [clase, setClase] = useState(initial)
  return (
    <section className={classes.lado} aria-label={name}>
      <NativeSelect
        label={name}
        value={clase}
        data={clases.map((value) => ({ value, label: DOCUMENTO_FIRMA_LABEL[value] }))}
        onChange={({ currentTarget: { value } }) => setClase(value as DocumentoFirma)}
      />
      <DocumentoVista
        key={clase}
        clase={clase}
        label={DOCUMENTO_FIRMA_LABEL[clase]}
        load={() => fetchDocumentoEnCola({ empresa_id, id }, clase)}
      />
    </section>
  )
}
