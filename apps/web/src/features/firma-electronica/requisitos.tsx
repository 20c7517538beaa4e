import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import classes from './firma.module.css'

const NATURAL = [
  'Certificado de RUC activo y actualizado, en PDF.',
  'Foto a color de ambos lados de la cédula vigente.',
  'Selfie nítida sosteniendo la cédula, sin gorras, gafas ni accesorios que dificulten verificar la identidad.',
  'Correo electrónico al que se enviará el archivo de la firma.',
  'Número de celular.',
]
const JURIDICA = [
  'Certificado de RUC activo de la empresa, en PDF.',
  'Correo electrónico.',
  'Número de celular.',
  'Constitución de la compañía: legible y completa, en PDF.',
  'Nombramiento del representante legal: vigente, legible y completo, en PDF.',
  'Carta de aceptación del representante legal.',
  'Foto a color de ambos lados de la cédula vigente del representante legal.',
]
const VIDEO = [
  'El video es obligatorio, sin excepción.',
  'El titular debe decir todo el texto dado, sin que se lo dicten palabra por palabra ni por audífonos.',
  'Se permite leerlo de un dispositivo o de un papel.',
  'El correo que se dice en el video debe ser el mismo que se ingresa en la solicitud.',
  'El texto incluye la fecha, los nombres completos, el número de cédula, la autorización para que la entidad de certificación emita la firma electrónica con la misma validez legal que la firma manuscrita, y el correo electrónico.',
]

const Lista = ({ title, items }: { title: string; items: readonly string[] }) => (
  <section className={classes.requisitos} aria-label={title}>
    <h3>{title}</h3>
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
)

/** Things to have at hand (specification §5). */
export function Requisitos() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Requisitos
      </Button>
      <Dialog opened={opened} title="Requisitos de la Firma Electrónica" size={800} onClose={() => setOpened(false)}>
        <Lista title="Persona natural" items={NATURAL} />
        <Lista title="Persona jurídica" items={JURIDICA} />
        <Lista title="Personas de 65 años o más" items={VIDEO} />
      </Dialog>
    </>
  )
}
