/** Part of the Shape Detection API, which not every browser has. */
export interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

export const detectorClass = () => (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector

/** Whether this browser can read bar codes with the camera. */
export const leeCodigos = () => detectorClass() !== undefined && (navigator.mediaDevices as MediaDevices | undefined) !== undefined
