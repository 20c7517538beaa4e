// The package of a month to the accountant: posted when its day comes, made and sent by a worker.
export { EntregaPaquetes } from './entrega-paquetes.service.ts'
export { postPaquetes } from './paquete-mensual.service.ts'
