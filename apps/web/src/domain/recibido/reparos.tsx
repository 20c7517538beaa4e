import { Alert } from '../../components/alert.tsx'

/** Remarks about the file of a document that was accepted. */
export const Reparos = ({ avisos }: { avisos: readonly string[] }) =>
  avisos.length > 0 && <Alert title="Revise este comprobante antes de usarlo" details={avisos} />
