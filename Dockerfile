# The first stage builds and installs; the second has Python, the program and nothing to build with.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY app app
COPY templates templates
COPY static static
COPY samples samples
RUN python -m venv /opt/warpwave \
 && /opt/warpwave/bin/pip install --quiet --no-cache-dir --disable-pip-version-check '.[postgresql]' \
 && /opt/warpwave/bin/pip uninstall --quiet --yes pip

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin warpwave \
 && install --directory --owner=warpwave --mode=0700 /data
COPY --from=build /opt/warpwave /opt/warpwave
ENV PATH=/opt/warpwave/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/healthz', timeout=4)"]
CMD ["warpwave", "serve", "--host", "0.0.0.0", "--port", "8765", "--data", "/data"]
