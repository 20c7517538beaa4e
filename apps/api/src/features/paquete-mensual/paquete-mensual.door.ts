// The month's package for the accountant: queued on its day, made and sent by a worker.
export { EntregaPaquetes } from './entrega-paquetes.service.ts'
export { postPaquetes } from './paquete-mensual.service.ts'
